"""The one command-line parser, for ``scripts/kiln`` and for ``blender --command kiln``."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NoReturn

from ..bake.errors import BadArguments
from ..bake.files.format import FileFormat
from ..bake.files.naming import DEFAULT_TEMPLATE, FIELDS, check_template
from ..bake.settings import MAX_SIDE, Existing
from ..bake.version import kiln_version
from ..frontends.shader.maps import MAPS
from ..plan.types import Extent

COMMANDS = ("bake", "run", "plan", "check", "list", "report")

TAKEN_BY_PLANS = frozenset({"command", "plan", "level", "seed", "json", "strict", "fuse"})
"""What ``plan`` and ``check`` take beside a plan in text form: what ``run`` takes too."""


class Parser(argparse.ArgumentParser):
    """argparse, with refusals as one sentence instead of a usage page and an exit."""

    def error(self, message: str) -> NoReturn:
        """Raise BadArguments with argparse's sentence."""
        raise BadArguments(f"{message}; '{self.prog} --help' shows what there is")


def parse(arguments: Sequence[str], prog: str = "kiln") -> argparse.Namespace:
    """Return the options; ``command`` is one of COMMANDS.

    Errors: BadArguments. ``--help`` prints and raises SystemExit(0), as argparse does.
    """
    options = make_parser(prog).parse_args(list(arguments))
    if options.command in ("plan", "check") and options.plan is not None:
        refuse_material_flags(options)
    if options.command == "run":
        refuse_repeats(name for name, _ in options.external)
    return options


def refuse_material_flags(options: argparse.Namespace) -> None:
    """Refuse what says how materials are compiled beside a plan, which says it all itself.

    Errors: BadArguments naming the flag.
    """
    for name, value in vars(options).items():
        if name in TAKEN_BY_PLANS or value in (None, []):
            continue
        flag = {"base": "size", "sockets": "socket", "aovs": "aov"}.get(name, name)
        flag = flag.replace("_", "-")
        raise BadArguments(
            f"--{flag} is for materials, and '{options.plan}' is a plan; "
            f"leave out --{flag}, or the plan"
        )


def refuse_repeats(names: Iterable[str]) -> None:
    """Refuse an external image that is brought twice. Errors: BadArguments naming it."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise BadArguments(f"--external {name} is given twice; leave one out")
        seen.add(name)


def make_parser(prog: str = "kiln") -> argparse.ArgumentParser:
    """Return the parser of every command."""
    parser = Parser(
        prog=prog,
        description="Bakes materials and texture plans into image files on the GPU. What no flag "
        "says is as the scene's Kiln panel has it, else the default.",
        epilog="Exit codes: 0 done; 1 something failed or, with --strict, was approximated, and "
        "the rest was written; 2 bad arguments.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"Kiln {kiln_version()}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    _add_bake(_command(commands, "bake", "bake the materials of a .blend into image files"))
    _add_run(_command(commands, "run", "bake a plan's text form"))
    plan = _command(
        commands, "plan", "print the texture plan of materials, or of a plan's text form"
    )
    _add_source(plan)
    check = _command(
        commands, "check", "say what a bake would refuse or approximate, and bake nothing"
    )
    _add_source(check)
    check.add_argument("--strict", action="store_true", help="exit with 1 where there is a warning")
    check.add_argument("--json", type=file_path, metavar="FILE", help="write the report as JSON")
    listing = _command(
        commands, "list", "list a .blend's materials or AOVs, and the maps and kernels there are"
    )
    listing.add_argument(
        "what",
        nargs="?",
        choices=("materials", "maps", "aovs", "kernels"),
        help="only these (default: all but the AOVs)",
    )
    report = _command(
        commands, "report", "print version, backend, device, limits and start-up times"
    )
    report.add_argument("--json", type=file_path, metavar="FILE", help="write the report as JSON")
    return parser


def _command(commands: Any, name: str, summary: str) -> argparse.ArgumentParser:
    """Return a command's own parser."""
    made: argparse.ArgumentParser = commands.add_parser(
        name, help=summary, description=summary[0].upper() + summary[1:] + ".", allow_abbrev=False
    )
    return made


def _add_bake(parser: argparse.ArgumentParser) -> None:
    """Add the flags of ``bake``."""
    _add_material_flags(parser)
    _add_file_flags(parser)
    parser.add_argument(
        "--frame", type=int, help="frame of drivers and keyframes (default: the file's)"
    )
    parser.add_argument(
        "--strict",
        action="store_true",
        help="exit with 1 where something was approximated or warned about; all is written",
    )
    parser.add_argument("--pack", action="store_true", help="put the images into the .blend")
    save = parser.add_mutually_exclusive_group()
    save.add_argument(
        "--save-as", type=file_path, metavar="FILE", help="save the .blend with the images as FILE"
    )
    save.add_argument(
        "--in-place", action="store_true", help="save the .blend with the images over itself"
    )
    parser.add_argument(
        "--upgrade-file",
        action="store_true",
        help="allow --in-place to rewrite a file of an older Blender in this one's format",
    )
    _add_run_flags(parser)


def _add_run(parser: argparse.ArgumentParser) -> None:
    """Add the flags of ``run``."""
    parser.add_argument("plan", type=file_path, metavar="PLAN.kiln", help="a plan in text form")
    parser.add_argument(
        "--external",
        type=named_file,
        action="append",
        default=[],
        metavar="NAME=FILE",
        help="the picture behind one of the plan's external images",
    )
    parser.add_argument(
        "--level",
        type=int,
        help="powers of two away from the base: 1 half, -1 double (default: the plan's)",
    )
    parser.add_argument(
        "--out", type=file_path, metavar="DIR", required=True, help="folder for the files"
    )
    parser.add_argument("--seed", type=int, help="replace the plan's seed")
    parser.add_argument(
        "--format",
        type=file_format,
        metavar="PNG|OPEN_EXR|TIFF",
        help="file format (default: OPEN_EXR for float outputs, else PNG)",
    )
    _add_existing(parser)
    _add_run_flags(parser)


def _add_source(parser: argparse.ArgumentParser) -> None:
    """Add what ``plan`` and ``check`` take: a plan's text form, or materials as for ``bake``."""
    parser.add_argument(
        "plan",
        type=file_path,
        nargs="?",
        metavar="PLAN.kiln",
        help="a plan in text form (default: the materials)",
    )
    _add_material_flags(parser)
    _add_encoding_flags(parser)
    parser.add_argument(
        "--frame", type=int, help="frame of drivers and keyframes (default: the file's)"
    )
    parser.add_argument("--seed", type=int, help="what the dither is drawn from (default: 0)")
    _add_no_fuse(parser)


def _add_material_flags(parser: argparse.ArgumentParser) -> None:
    """Add which materials and maps, and how large."""
    parser.add_argument(
        "--material",
        action="append",
        default=[],
        metavar="NAME",
        help="only this material (repeatable; default: every material with nodes)",
    )
    parser.add_argument(
        "--maps",
        type=map_list,
        metavar="LIST|auto",
        help="maps with commas between them, as 'list maps' has them; auto, the default, bakes "
        "those that differ from texel to texel and tells the others as numbers",
    )
    parser.add_argument(
        "--socket",
        dest="sockets",
        action="append",
        metavar="GROUP/NODE:SOCKET",
        help="a socket of any node, by names or labels (repeatable); maps are baked beside it only "
        "with --maps",
    )
    parser.add_argument(
        "--aov",
        dest="aovs",
        action="append",
        metavar="NAME",
        help="an AOV of the materials, * for all (repeatable); NAME:Color or NAME:Value where both "
        "are linked",
    )
    parser.add_argument(
        "--size",
        dest="base",
        type=size,
        metavar="N|WxH",
        help="base size in texels (default: 1024)",
    )
    level = parser.add_mutually_exclusive_group()
    level.add_argument(
        "--level",
        type=int,
        help="powers of two away from the size: 1 half, -1 double (default: 0)",
    )
    level.add_argument(
        "--bake-width", type=int, metavar="N", help="the level at which the width is N texels"
    )
    parser.add_argument(
        "--y", choices=("+", "-"), help="green of normals: + OpenGL, - DirectX (default: +)"
    )


def _add_file_flags(parser: argparse.ArgumentParser) -> None:
    """Add what the files are and where they go."""
    _add_encoding_flags(parser)
    parser.add_argument(
        "--out",
        type=file_path,
        metavar="DIR",
        help="folder for the files; //x is beside the .blend (default: //textures)",
    )
    fields = ", ".join(f"{{{field}}}" for field in FIELDS)
    parser.add_argument(
        "--name",
        dest="template",
        type=template,
        metavar="TEMPLATE",
        help=f"file name from {fields}, / between folders (default: {DEFAULT_TEMPLATE})",
    )
    parser.add_argument("--seed", type=int, help="what the dither is drawn from (default: 0)")
    _add_existing(parser)


def _add_encoding_flags(parser: argparse.ArgumentParser) -> None:
    """Add how the files hold their numbers."""
    parser.add_argument(
        "--format", type=file_format, metavar="PNG|OPEN_EXR|TIFF", help="file format (default: PNG)"
    )
    parser.add_argument(
        "--depth",
        type=int,
        choices=(8, 16, 32),
        help="bits per channel (default: 8 in PNG, 16 in TIFF, OPEN_EXR and for a height)",
    )
    parser.add_argument(
        "--dither", type=on_off, metavar="on|off", help="dither 8-bit colours (default: on)"
    )


def _add_existing(parser: argparse.ArgumentParser) -> None:
    """Add what happens to files that are there already."""
    existing = parser.add_mutually_exclusive_group()
    existing.add_argument(
        "--overwrite",
        dest="existing",
        action="store_const",
        const=Existing.OVERWRITE,
        help="replace files that Kiln did not make, too",
    )
    existing.add_argument(
        "--skip-unchanged",
        dest="existing",
        action="store_const",
        const=Existing.SKIP_UNCHANGED,
        help="leave files alone that would come out the same",
    )


def _add_run_flags(parser: argparse.ArgumentParser) -> None:
    """Add what ``bake`` and ``run`` share about how they run and what they report."""
    _add_no_fuse(parser)
    parser.add_argument("--json", type=file_path, metavar="FILE", help="write the report as JSON")


def _add_no_fuse(parser: argparse.ArgumentParser) -> None:
    """Add the flag that runs every op by itself."""
    parser.add_argument("--no-fuse", dest="fuse", action="store_false", help="one dispatch per op")


def size(text: str) -> Extent:
    """Return N or WxH as an extent."""
    parts = text.lower().replace("×", "x").split("x")
    try:
        sides = [int(part) for part in parts]
    except ValueError:
        sides = []
    if len(sides) not in (1, 2) or min(sides) < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is no size; write 1024 or 1024x512")
    if max(sides) > MAX_SIDE:
        raise argparse.ArgumentTypeError(
            f"'{text}' is larger than any GPU holds; the largest side is {MAX_SIDE}"
        )
    return Extent(sides[0], sides[-1])


def map_list(text: str) -> tuple[str, ...]:
    """Return map names; () for auto."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    if names == ["auto"]:
        return ()
    if "auto" in names:
        raise argparse.ArgumentTypeError("auto stands alone, or the maps are named")
    for name in names:
        if name not in MAPS:
            close = get_close_matches(name.lower(), MAPS, n=1, cutoff=0.5)
            hint = (
                f"did you mean '{close[0]}'?" if close else f"there are {', '.join(MAPS)}, or auto"
            )
            raise argparse.ArgumentTypeError(f"there is no map '{name}'; {hint}")
    if not names:
        raise argparse.ArgumentTypeError("the list of maps is empty; write auto for what varies")
    return tuple(dict.fromkeys(names))


def file_format(text: str) -> FileFormat:
    """Return a file format; EXR and OPENEXR are taken too."""
    name = {"EXR": "OPEN_EXR", "OPENEXR": "OPEN_EXR", "TIF": "TIFF"}.get(text.upper(), text.upper())
    if name not in FileFormat.__members__:
        raise argparse.ArgumentTypeError(
            f"there is no format '{text}'; there are PNG, OPEN_EXR and TIFF"
        )
    return FileFormat[name]


def on_off(text: str) -> bool:
    """Return on as True, off as False."""
    if text not in ("on", "off"):
        raise argparse.ArgumentTypeError(f"'{text}' is neither on nor off")
    return text == "on"


def template(text: str) -> str:
    """Return a name template that is well formed."""
    try:
        check_template(text)
    except BadArguments as wrong:
        raise argparse.ArgumentTypeError(str(wrong)) from wrong
    return text


def named_file(text: str) -> tuple[str, Path]:
    """Return NAME=FILE as a pair."""
    name, equals, path = text.partition("=")
    if not (name and equals and path):
        raise argparse.ArgumentTypeError(f"'{text}' is not NAME=FILE")
    return name, file_path(path)


def file_path(text: str) -> Path:
    """Return a path. An empty one, an unset variable's, would be the current folder unasked."""
    if not text:
        raise argparse.ArgumentTypeError("the path is empty; write . for the current folder")
    return Path(text)
