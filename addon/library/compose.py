"""From a region to GLSL text: a pure function, so that the device is somewhere else.

The text holds structure and nothing else. Names in it are indices, never the user's, and numbers
are in the uniform block: turning a slider, renaming a node or moving a tile changes no byte of it,
so nothing is compiled again. Order comes from the region's ops and the headers, never from a dict
of the user's.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

from ..plan.alike import alike_ops
from ..plan.region import MAX_IMAGES, MAX_SAMPLERS, MAX_UNIFORM_BYTES, Region
from ..plan.spec import Access, InputSpec, KernelSpec, OutputSpec
from ..plan.types import Format, ImageId, TextureOp, TexturePlan
from .accessors import INDEX, READS, Accessor
from .catalog import KernelCatalog
from .composed import BLOCK as BLOCK
from .composed import BLOCK_TYPE as BLOCK_TYPE
from .composed import EXTENT as EXTENT
from .composed import GROUP as GROUP
from .composed import ORIGIN as ORIGIN
from .composed import TURN as TURN
from .composed import ZERO as ZERO
from .composed import ComposedKernel as ComposedKernel
from .composed import UniformLayout as UniformLayout
from .composed import UniformSlot as UniformSlot
from .preprocess import resolve
from .storage import ROUNDING, loaded, passed, stored
from .tokens import declared, identifiers, rename
from .uniforms import expression, lay_out
from .uniforms import pack as pack
from .uniforms import typedefs as typedefs

START = """\
#ifdef GPU_METAL
#  define KLN_UNFUSED
#else
#  define KLN_UNFUSED precise
#endif
struct Texel {
  ivec2 xy;
  ivec2 extent;
};
"""
"""What every text starts with.

A product declared ``KLN_UNFUSED`` is rounded before something is added to it, as a CPU does; else a
driver may make one multiply-add of both, which is off where a cell's edge is looked for. Metal has
no such qualifier.
"""


def compose(region: Region, plan: TexturePlan, catalog: KernelCatalog) -> ComposedKernel:
    """Return ``region`` as one compute shader's text.

    Errors: ValueError for a region that no dispatch can be: a CPU op, texels read of an image
    written in the same region, a format that cannot be stored to, or one past the engine's limits.
    KeyError for an unknown kernel or image.
    """
    if region.cpu:
        raise ValueError(f"'{region.ops[0].kernel}' runs on the CPU and has no text")
    work = _Composition(region, plan, catalog)
    work.number()
    for turns in work.order:
        if len(turns) == 1:
            work.call(turns[0])
        else:
            work.loop(turns)
    return work.finish()


@dataclass(slots=True)
class _Text:
    """Lines of GLSL, with where each block came from."""

    parts: list[str] = field(default_factory=list)
    lines: list[tuple[int, str, int]] = field(default_factory=list)
    next_line: int = 1

    def add(self, block: str, file: str = "", first_line: int = 1) -> None:
        trimmed = block.lstrip("\n")
        first_line += len(block) - len(trimmed)
        trimmed = trimmed.rstrip() + "\n\n"
        self.lines.append((self.next_line, file, first_line))
        self.parts.append(trimmed)
        self.next_line += trimmed.count("\n")


@dataclass(frozen=True, slots=True)
class _Register:
    """An output of an op inside the region: its GLSL name, type, and the image's channels."""

    name: str
    type: str
    channels: int


class _Composition:
    """A region on its way to text; the passes run in the order of ``compose``."""

    def __init__(self, region: Region, plan: TexturePlan, catalog: KernelCatalog) -> None:
        self.region = region
        self.table = plan.table()
        self.catalog = catalog
        self.specs = [catalog[op.kernel] for op in region.ops]
        self.order = alike_ops(region.ops, self.specs)
        self.needed = {image for op in region.ops for image in op.inputs.values()}
        self.needed.update(region.writes)
        self.samplers: dict[ImageId, str] = {}
        self.fetched: dict[ImageId, str] = {}
        self.registers: dict[ImageId, _Register] = {}
        self.accessors: dict[tuple[ImageId, str, str, str], Accessor] = {}
        self.accessed: dict[Accessor, set[str]] = {}
        self.functions: dict[tuple[object, ...], tuple[str, str]] = {}
        self.numbers: dict[tuple[int, str], str] = {}
        self.layout = UniformLayout(0, 0, ())
        self.main: list[str] = []

    def number(self) -> None:
        """Give every number of every op its place in the uniform block."""
        wanted: list[tuple[int, str, str]] = []
        for index, (op, spec) in enumerate(zip(self.region.ops, self.specs, strict=True)):
            wanted += [
                (index, given.name, given.type)
                for given in spec.inputs.values()
                if given.access is Access.VALUE and given.name not in op.inputs
            ]
            wanted += [(index, param.name, param.type) for param in spec.params.values()]
        self.layout = lay_out(wanted, [turns for turns in self.order if len(turns) > 1])
        self.numbers = {
            (slot.op, slot.name): expression(slot, self.layout.strides.get(slot.op))
            for slot in self.layout.slots
        }

    def call(self, index: int) -> None:
        """Write one op's call into main(), and its function where it is the first to need it."""
        op, spec = self.region.ops[index], self.specs[index]
        function = self._function(op, spec)
        arguments = ["kln_texel"]
        for given in spec.inputs.values():
            if given.access is Access.VALUE:
                arguments.append(self._value(index, op, given))
        arguments += [self.numbers[index, name] for name in spec.params]
        for place, (name, out) in enumerate(spec.outputs.items()):
            arguments.append(self._register(index, place, name, out))
        self.main.append(f"{function}({', '.join(arguments)});")

    def loop(self, turns: tuple[int, ...]) -> None:
        """Write one call for several ops, in a loop that no driver can unroll.

        Its counter picks what goes in, and where the results go.
        """
        first = turns[0]
        ops, spec = [self.region.ops[index] for index in turns], self.specs[first]
        function = self._function(ops[0], spec)
        arguments = ["kln_texel"]
        for given in spec.inputs.values():
            if given.access is Access.VALUE:
                values = [self._value(i, op, given) for i, op in zip(turns, ops, strict=True)]
                arguments.append(
                    _picked(values)
                    if given.name in ops[0].inputs
                    else self.numbers[first, given.name]
                )
        arguments += [self.numbers[first, name] for name in spec.params]
        lines = []
        keeps = []
        for place, (name, out) in enumerate(spec.outputs.items()):
            result = f"kln_g{first}_{place}"
            arguments.append(result)
            lines.append(f"  {out.type} {result};")
            for turn, index in enumerate(turns):
                if self.region.ops[index].outputs.get(name) not in self.needed:
                    continue
                register = self._register(index, place, name, out, f" = {out.type}(0.0)")
                keeps.append(f"  {register} = {TURN} == {turn} ? {result} : {register};")
        lines.append(f"  {function}({', '.join(arguments)});")
        head = f"for (int {TURN} = 0; {TURN} < {ZERO} + {len(turns)}; ++{TURN}) {{"
        self.main += [head, *lines, *keeps, "}"]

    def _register(self, index: int, place: int, name: str, out: OutputSpec, start: str = "") -> str:
        """Declare the register of an op's output; returns its name."""
        register = f"kln_r{index}_{place}"
        self.main.append(f"{out.type} {register}{start};")
        image = self.region.ops[index].outputs.get(name)
        if image is not None:
            channels = self.table[image].format.channels
            self.registers[image] = _Register(register, out.type, channels)
        return register

    def _value(self, index: int, op: TextureOp, given: InputSpec) -> str:
        image = op.inputs.get(given.name)
        if image is None:
            return self.numbers[index, given.name]
        if image in self.registers:
            register = self.registers[image]
            return passed(register.name, register.type, register.channels, given.type)
        if image not in self.fetched:
            name = f"kln_t{len(self.fetched)}"
            self.main.append(f"vec4 {name} = texelFetch({self._sampler(image)}, kln_xy, 0);")
            self.fetched[image] = name
        return loaded(self.fetched[image], self.table[image].format.channels, given.type)

    def _sampler(self, image: ImageId) -> str:
        return self.samplers.setdefault(image, f"kln_tex{len(self.samplers)}")

    def _function(self, op: TextureOp, spec: KernelSpec) -> str:
        """Return the GLSL function that an op calls: shared by ops that differ only in numbers."""
        body = self.catalog.glsl(op.kernel)
        chosen = {name: op.variants.get(name, v.default) for name, v in spec.variants.items()}
        reads = [
            (given.name, self._accessor(op, given, chosen))
            for given in spec.inputs.values()
            if given.access is Access.TEXELS
        ]
        asked = tuple((name, chosen[name]) for name in spec.variants if name in body.asks)
        key = (op.kernel, asked, tuple(accessor.index for _, accessor in reads))
        if key not in self.functions:
            text = resolve(body.text, chosen)
            used = identifiers(text)
            suffix = f"_k{len(self.functions)}"
            names = {name: name + suffix for name in declared(text)}
            for name, accessor in reads:
                for what in READS:
                    if f"{name}_{what}" in used:
                        names[f"{name}_{what}"] = accessor.name(what)
                        self.accessed.setdefault(accessor, set()).add(what)
            self.functions[key] = (f"kln_{spec.name}{suffix}", rename(text, names))
        return self.functions[key][0]

    def _accessor(self, op: TextureOp, given: InputSpec, chosen: dict[str, str]) -> Accessor:
        image = op.inputs.get(given.name)
        if image is None:
            raise ValueError(f"'{op.origin or op.key}' has no image for its input '{given.name}'")
        if image in self.registers:
            raise ValueError(
                f"'{op.origin or op.key}' reads '{image}' at other texels, in the region that "
                f"writes it"
            )
        wrap_x, wrap_y = chosen[f"{given.name}_wrap_x"], chosen[f"{given.name}_wrap_y"]
        key = (image, given.type, wrap_x, wrap_y)
        if key not in self.accessors:
            channels = self.table[image].format.channels
            self.accessors[key] = Accessor(
                len(self.accessors), self._sampler(image), given.type, channels, wrap_x, wrap_y
            )
        return self.accessors[key]

    def finish(self) -> ComposedKernel:
        """Return the whole text: prelude, accessors, functions, main()."""
        images = self._images()
        text = _Text()
        text.add(START)
        for prelude in self.catalog.prelude_order(
            {used for spec in self.specs for used in spec.uses}
        ):
            text.add(prelude.body.text, prelude.body.file, prelude.body.first_line)
        rounding = [ROUNDING[format] for _, _, format in images if format in ROUNDING]
        for function in sorted({text for _, text in rounding}):
            text.add(function)
        wraps = {wrap for a in self.accessed for wrap in (a.wrap_x, a.wrap_y)}
        for wrap, function in INDEX.items():
            if wrap in wraps:
                text.add(function)
        for accessor, wanted in self.accessed.items():
            text.add(accessor.text(wanted))
        for key, (_, function) in self.functions.items():
            body = self.catalog.glsl(str(key[0]))
            text.add(function, body.file, body.first_line)
        text.add(self._main(images))
        source = "".join(text.parts)
        struct = typedefs(self.layout)
        samplers = tuple((name, image) for image, name in self.samplers.items())
        self._check_limits(images, samplers)
        shape = "\n".join(
            [struct, *(f"{name} {format}" for name, _, format in images), *(s for s, _ in samplers)]
        )
        digest = hashlib.sha256(f"{shape}\n{source}".encode()).hexdigest()
        return ComposedKernel(
            self._name(), source, struct, images, samplers, self.layout, digest, tuple(text.lines)
        )

    def _images(self) -> tuple[tuple[str, ImageId, Format], ...]:
        """Return what is stored, in the order of the ops and their headers' outputs."""
        wanted = set(self.region.writes)
        images: list[tuple[str, ImageId, Format]] = []
        for image in self.registers:
            if image in wanted:
                format = self.table[image].format
                if not format.writable:
                    raise ValueError(f"'{image}' is {format}, which a kernel cannot store to")
                images.append((f"kln_out{len(images)}", image, format))
        if missing := wanted - set(self.registers):
            raise ValueError(f"no op of the region writes '{min(missing)}'")
        return tuple(images)

    def _main(self, images: tuple[tuple[str, ImageId, Format], ...]) -> str:
        lines = [
            "void main()",
            "{",
            "  ivec2 kln_xy = ivec2(gl_GlobalInvocationID.xy) + kln_origin;",
            "  if (any(greaterThanEqual(kln_xy, kln_extent))) {",
            "    return;",
            "  }",
            # Members one by one: Metal has no constructor call for a plain struct.
            "  Texel kln_texel;",
            "  kln_texel.xy = kln_xy;",
            "  kln_texel.extent = kln_extent;",
            *([f"  int {ZERO} = {EXTENT}.x >> 30;"] if self._has_zero else []),
            *(f"  {line}" for line in self.main),
        ]
        for name, image, format in images:
            register = self.registers[image]
            value = stored(register.name, register.type, format.channels)
            if format in ROUNDING:
                value = f"{ROUNDING[format][0]}({value})"
            lines.append(f"  imageStore({name}, kln_xy, {value});")
        return "\n".join([*lines, "}"])

    @property
    def _has_zero(self) -> bool:
        return bool(self.layout.slots or self.layout.strides)

    def _check_limits(self, images: tuple[object, ...], samplers: tuple[object, ...]) -> None:
        # The fuse pass keeps these; a driver would not complain but corrupt memory.
        for count, limit, what in (
            (len(images), MAX_IMAGES, "written images"),
            (len(samplers), MAX_SAMPLERS, "read images"),
            (self.layout.size, MAX_UNIFORM_BYTES, "bytes of numbers"),
        ):
            if count > limit:
                raise ValueError(f"a region has {count} {what}; {limit} is the most")

    def _name(self) -> str:
        kernels = list(dict.fromkeys(op.kernel for op in self.region.ops))
        shown = "+".join(kernels[:3]) + ("+..." if len(kernels) > 3 else "")
        return shown if len(self.region.ops) == 1 else f"{shown} ({len(self.region.ops)} ops)"


def _picked(values: list[str]) -> str:
    """Return the GLSL that is each of ``values`` on its turn."""
    picked = values[-1]
    for turn in range(len(values) - 1, 0, -1):
        if values[turn - 1] != values[turn]:
            picked = f"({TURN} < {turn} ? {values[turn - 1]} : {picked})"
    return picked
