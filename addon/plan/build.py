"""The one way to write a plan: names images, fills defaults in, chooses formats."""

from __future__ import annotations

from collections.abc import Mapping

from .defaults import completed
from .spec import CHANNELS, Catalog, KernelSpec, Unit
from .types import (
    Encoding,
    Extent,
    External,
    Format,
    ImageId,
    PlanImage,
    PlanOutput,
    Role,
    TextureOp,
    TexturePlan,
    Value,
)


def format_for(channels: int, role: Role) -> Format:
    """Return the storage an op-written image gets: half floats, or full where the role asks."""
    if role is Role.PLAIN:
        return Format.R16F if channels == 1 else Format.RGBA16F
    return Format.R32F if channels == 1 else Format.RGBA32F


def written_by(spec: KernelSpec, key: str) -> dict[str, ImageId]:
    """Return the ids of the images that an op with a key writes, by the spec's output names."""
    alone = len(spec.outputs) == 1
    return {name: ImageId(key if alone else f"{key}:{name}") for name in spec.outputs}


class PlanBuilder:
    """Collects images and ops in order; ``finish`` returns the immutable plan.

    Ops are appended after what they read, so the order is an evaluation order by construction.
    """

    def __init__(self, catalog: Catalog, base: Extent, *, seed: int = 0, level: int = 0) -> None:
        self.catalog = catalog
        self.base = base
        self.seed = seed
        self.level = level
        self._images: dict[ImageId, PlanImage] = {}
        self._ops: list[TextureOp] = []
        self._outputs: list[PlanOutput] = []

    def external(
        self,
        name: str,
        extent: Extent,
        format: Format,
        role: Role = Role.PLAIN,
        *,
        readable: bool = True,
    ) -> ImageId:
        """Declare an image the caller brings, once per name. Returns its id."""
        image = ImageId(name)
        if image not in self._images:
            entry = PlanImage(image, format, role, 0, External(name, extent, readable))
            self._images[image] = entry
        return image

    def __contains__(self, image: object) -> bool:
        """Return whether the table has an image of this id."""
        return image in self._images

    def image(self, image: ImageId) -> PlanImage:
        """Return the table's entry so far. Errors: KeyError for an image that is not there."""
        return self._images[image]

    def extent_of(self, image: ImageId) -> Extent:
        """Return an image's size in texels at the level being built for."""
        entry = self._images[image]
        if entry.external is not None:
            return entry.external.extent
        return self.base.at_level(entry.level_offset + self.level)

    def op(
        self,
        kernel: str,
        inputs: Mapping[str, ImageId] | None = None,
        params: Mapping[str, Value] | None = None,
        variants: Mapping[str, str] | None = None,
        *,
        key: str,
        origin: str = "",
        role: Role = Role.PLAIN,
        formats: Mapping[str, Format] | None = None,
        level_offset: int = 0,
        emitted_for: Extent | None = None,
    ) -> dict[str, ImageId]:
        """Append an op and its output images; returns the images by the spec's output names.

        Errors: KeyError for an unknown kernel, ValueError for a name its header does not have.
        """
        spec = self.catalog[kernel]
        inputs, params, variants = dict(inputs or {}), dict(params or {}), dict(variants or {})
        seeds = {name for name, param in spec.params.items() if param.unit is Unit.SEED}
        numbers = {name for name, inp in spec.inputs.items() if inp.default is not None}
        for kind, given, known in (
            ("input", inputs, set(spec.inputs)),
            ("param", params, set(spec.params) | numbers),
            ("variant", variants, set(spec.variants)),
        ):
            unknown = sorted(set(given) - known)
            if unknown:
                raise ValueError(
                    f"kernel '{kernel}' has no {kind} '{unknown[0]}'; it has {sorted(known)}"
                )
        for name, inp in spec.inputs.items():
            if name not in inputs and inp.default is None:
                raise ValueError(f"kernel '{kernel}' needs an image for its input '{name}'")
        params = {n: v for n, v in params.items() if n not in seeds and n not in inputs}
        filled, chosen = completed(spec, inputs, params, variants)
        outputs: dict[str, ImageId] = {}
        for name, image in written_by(spec, key).items():
            out = spec.outputs[name]
            if image in self._images:
                raise ValueError(f"the plan already has an image '{image}'; keys must be unique")
            format = (formats or {}).get(name) or format_for(CHANNELS[out.type], role)
            self._images[image] = PlanImage(image, format, role, level_offset)
            outputs[name] = image
        self._ops.append(
            TextureOp(kernel, inputs, outputs, filled, chosen, key, origin or key, emitted_for)
        )
        return outputs

    def output(
        self, name: str, image: ImageId, encoding: Encoding = Encoding(), origin: str = ""
    ) -> None:
        """Promise ``image`` as the output ``name``."""
        self._outputs.append(PlanOutput(name, image, encoding, origin))

    def finish(self) -> TexturePlan:
        """Return the plan."""
        return TexturePlan(
            self.base,
            tuple(self._images.values()),
            tuple(self._ops),
            tuple(self._outputs),
            self.level,
            self.seed,
        )
