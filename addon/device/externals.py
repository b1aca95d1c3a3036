"""Finds the textures behind a plan's externals and refuses those that are not what it declares."""

from __future__ import annotations

from ..plan.problem import Problem, RefusedPlan, Severity
from ..plan.types import ImageId, TexturePlan
from .port import Texture
from .uploads import Uploads


def external_textures(plan: TexturePlan, uploads: Uploads) -> dict[ImageId, Texture]:
    """Return the texture of every external image.

    Errors: RefusedPlan naming every one that is missing or is not what the plan declares.
    """
    problems: list[Problem] = []
    textures: dict[ImageId, Texture] = {}
    for image in plan.images:
        if image.external is None:
            continue
        name = image.external.name
        if name not in uploads:
            message = f"the image '{name}' was not brought; give one (--external {name}=FILE)"
            problems.append(Problem(Severity.REFUSAL, "external-missing", name, message))
            continue
        texture = uploads.texture(name)
        if texture.extent != image.external.extent or texture.format is not image.format:
            message = (
                f"the image '{name}' is {texture.extent} {texture.format} and the plan declares "
                f"{image.external.extent} {image.format}; make the plan for this image"
            )
            problems.append(Problem(Severity.REFUSAL, "external-differs", name, message))
        textures[image.id] = texture
    if problems:
        raise RefusedPlan(problems)
    return textures
