"""Reads the text form of a plan; with a catalog, what the writer left out is filled in."""

from __future__ import annotations

from collections.abc import Callable

from .build import format_for
from .defaults import completed
from .lines import Line, lines
from .spec import CHANNELS, Catalog, KernelSpec
from .tokens import PlanTextError, Token, number
from .types import (
    IDENTITY,
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
    Transfer,
    Value,
)

VERSION = 1


def parse_plan(text: str, catalog: Catalog | None = None) -> TexturePlan:
    """Return the plan that ``text`` is.

    With a ``catalog``, numbers and choices that an op leaves out take its header's defaults, images
    that ops write need no declaration, and a single output needs no name.

    Errors: PlanTextError naming the line and the token. What reads well but cannot be baked, such
    as an unknown kernel, is left to check().
    """
    reader = _Reader(catalog)
    statements = lines(text)
    first = next(statements, None)
    if first is None or [t.text for t in first.tokens[:1]] != ["kiln-plan"]:
        where, token = (first.number, first.tokens[0].text) if first else (1, "")
        raise PlanTextError(where, token, f"a plan starts with 'kiln-plan {VERSION}'")
    first.word("kiln-plan")
    version = first.word("a version")
    if version != str(VERSION):
        raise first.error(version, f"this Kiln reads plans of version {VERSION}, not '{version}'")
    first.finish()
    for line in statements:
        reader.read(line)
    return reader.finish()


class _Reader:
    """The plan so far."""

    def __init__(self, catalog: Catalog | None) -> None:
        self.catalog = catalog
        self.header: dict[str, Line] = {}
        self.base = Extent(1, 1)
        self.level = 0
        self.seed = 0
        self.images: list[PlanImage] = []
        self.written: list[tuple[Line, TextureOp, KernelSpec | None]] = []
        self.outputs: list[PlanOutput] = []

    def read(self, line: Line) -> None:
        """Take a statement in."""
        statements: dict[str, Callable[[Line], None]] = {
            "base": self._header,
            "level": self._header,
            "seed": self._header,
            "external": self._external,
            "image": self._image,
            "op": self._op,
            "output": self._output,
        }
        word = line.word("a statement")
        if word not in statements:
            raise line.error(
                word, f"'{word}' is no statement; a line starts with {', '.join(statements)}"
            )
        statements[word](line)

    def finish(self) -> TexturePlan:
        """Return the plan, with the images that nobody declared."""
        if "base" not in self.header:
            raise PlanTextError(1, "", "the plan has no base; add a line such as 'base 1024x1024'")
        declared = {image.id for image in self.images}
        for line, op, spec in self.written:
            for name, image in op.outputs.items():
                if image in declared or self.catalog is None:
                    continue
                if spec is None or name not in spec.outputs:
                    known = f"kernel '{op.kernel}' has no output '{name}'"
                    unknown = f"there is no kernel '{op.kernel}'"
                    raise line.error(image, known if spec else unknown)
                format = format_for(CHANNELS[spec.outputs[name].type], Role.PLAIN)
                self.images.append(PlanImage(image, format))
                declared.add(image)
        ops = tuple(op for _, op, _ in self.written)
        return TexturePlan(
            self.base, tuple(self.images), ops, tuple(self.outputs), self.level, self.seed
        )

    def _header(self, line: Line) -> None:
        name = line.tokens[0].text
        if name in self.header:
            first = self.header[name].number
            raise line.error(name, f"'{name}' is given twice, first on line {first}; remove one")
        self.header[name] = line
        word = line.word("a size" if name == "base" else "a number")
        if name == "base":
            self.base = line.extent(word)
        elif name == "level":
            self.level = line.whole(word, "a level")
        else:
            self.seed = line.whole(word, "a seed")
        line.finish()

    def _external(self, line: Line) -> None:
        image = ImageId(line.word("an image's name"))
        extent = line.extent(line.word("a size"))
        format = line.choice(line.word("a format"), Format, "a format")
        options = line.options(("level", "role", "name", "readable"))
        name = options["name"].value if "name" in options else image
        external = External(name, extent, line.flag(options.get("readable"), True))
        self._declare(line, image, format, options, external)

    def _image(self, line: Line) -> None:
        image = ImageId(line.word("an image's name"))
        format = line.choice(line.word("a format"), Format, "a format")
        self._declare(line, image, format, line.options(("level", "role")), None)

    def _declare(
        self,
        line: Line,
        image: ImageId,
        format: Format,
        options: dict[str, Token],
        external: External | None,
    ) -> None:
        level, role = 0, Role.PLAIN
        if "level" in options:
            level = line.whole(options["level"].value, "a level")
        if "role" in options:
            role = line.choice(options["role"].value, Role, "a role")
        self.images.append(PlanImage(image, format, role, level, external))

    def _op(self, line: Line) -> None:
        kernel = line.word("a kernel's name")
        spec = self.catalog.get(kernel) if self.catalog is not None else None
        inputs: dict[str, ImageId] = {}
        params: dict[str, Value] = {}
        variants: dict[str, str] = {}
        while (token := line.next()) is not None and not token.arrow:
            if not token.sep or token.attribute:
                raise line.error(
                    token.text, f"found {token.text}; write input=image, number=1.0 or choice:name"
                )
            if token.name in inputs or token.name in params or token.name in variants:
                raise line.error(token.text, f"'{token.name}' is given twice; remove one")
            value = number(token, line.number) if token.sep == "=" else None
            if token.sep == ":" or (spec and token.name in spec.variants and value is None):
                variants[token.name] = token.value
            elif value is not None:
                params[token.name] = value
            else:
                inputs[token.name] = ImageId(token.value)
        if token is None:
            raise line.error("", f"the op says nothing it writes; end it with '-> NAME' ({kernel})")
        outputs, attributes = self._written(line, spec)
        key = next(iter(sorted(outputs.items())), ("", ""))[1]
        if "key" in attributes:
            key = ImageId(attributes["key"].value)
        origin = attributes["origin"].value if "origin" in attributes else key
        extent = line.extent(attributes["for"].value) if "for" in attributes else None
        if spec is not None:
            params, variants = completed(spec, inputs, params, variants)
        op = TextureOp(kernel, inputs, outputs, params, variants, key, origin, extent)
        self.written.append((line, op, spec))

    def _written(
        self, line: Line, spec: KernelSpec | None
    ) -> tuple[dict[str, ImageId], dict[str, Token]]:
        """Return what stands behind the arrow: outputs by name, and the op's attributes."""
        outputs: dict[str, ImageId] = {}
        attributes: dict[str, Token] = {}
        while (token := line.next()) is not None:
            if token.attribute:
                if token.sep != "=" or token.name not in ("key", "origin", "for"):
                    raise line.error(token.text, f"found {token.text}; use @key, @origin or @for")
                if token.name in attributes:
                    raise line.error(token.text, f"'@{token.name}' is given twice; remove one")
                attributes[token.name] = token
                continue
            if token.sep == "=":
                name, image = token.name, token.value
            else:
                image = line.alone(token, "an image's name")
                if spec is not None and len(spec.outputs) > 1:
                    raise line.error(
                        token.text,
                        f"say which output '{image}' is: {'=, '.join(spec.outputs)}=",
                    )
                name = next(iter(spec.outputs)) if spec is not None else "result"
            if name in outputs:
                raise line.error(token.text, f"output '{name}' is given twice; remove one")
            outputs[name] = ImageId(image)
        return outputs, attributes

    def _output(self, line: Line) -> None:
        token = line.next()
        if token is None:
            raise line.error("", "an output's name is missing at the end of the line")
        if token.sep == "=" and not token.attribute:
            name, image = token.name, token.value
        else:
            name = image = line.alone(token, "an output's name")
        options = line.options(
            ("transfer", "depth", "float", "channels", "dither", "to_rec709", "origin")
        )
        transfer, depth, channels = Transfer.DATA, 8, 4
        matrix: tuple[float, ...] = IDENTITY
        if "transfer" in options:
            transfer = line.choice(options["transfer"].value, Transfer, "a transfer")
        if "depth" in options:
            depth = line.whole(options["depth"].value, "a depth")
        if "channels" in options:
            channels = line.whole(options["channels"].value, "a count of channels")
        if "to_rec709" in options:
            given = number(options["to_rec709"], line.number)
            if not isinstance(given, tuple):
                raise line.error(options["to_rec709"].text, "to_rec709 is a matrix: (nine numbers)")
            matrix = given
        is_float = line.flag(options.get("float"), False)
        dither = line.flag(options.get("dither"), False)
        encoding = Encoding(transfer, depth, is_float, channels, dither, matrix)
        origin = options["origin"].value if "origin" in options else ""
        self.outputs.append(PlanOutput(name, ImageId(image), encoding, origin))
