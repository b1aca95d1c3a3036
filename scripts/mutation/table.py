"""Every fault, by area. What an area is follows from where the fault stands."""

from __future__ import annotations

from .channels import FAULTS as CHANNELS
from .device import FAULTS as DEVICE
from .fault import Fault
from .files import FAULTS as FILES
from .forest import FAULTS as FOREST
from .frontend import FAULTS as FRONTEND
from .kernels import FAULTS as KERNELS
from .library import FAULTS as LIBRARY
from .odd import FAULTS as ODD
from .people import FAULTS as PEOPLE
from .plan import FAULTS as PLAN
from .sky import FAULTS as SKY
from .structure import FAULTS as STRUCTURE
from .surface import FAULTS as SURFACE
from .textures import FAULTS as TEXTURES

AREAS: dict[str, tuple[Fault, ...]] = {
    "plan": PLAN,
    "library": LIBRARY,
    "kernels": KERNELS,
    "device": DEVICE,
    "frontend": FRONTEND,
    "channels": CHANNELS,
    "sky": SKY,
    "files": FILES,
    "people": PEOPLE,
    "surface": SURFACE,
    "textures": TEXTURES,
    "odd": ODD,
    "structure": STRUCTURE,
    "forest": FOREST,
}
"""To add a fault: put it into its area's file, run ``scripts/mutants NAME``, and see it caught."""
