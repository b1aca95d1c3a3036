"""What kind of thing each node of a material is, by what a bake can make of it.

Every type that some supported Blender offers in a material stands here once, whether it has a rule
or not; docs/shader-nodes.md is ordered by it.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class NodeClass(StrEnum):
    """What a node is to a bake. The letter is what the page calls it."""

    NUMBERS = "A"
    TEXTURE = "B"
    NORMAL = "C"
    SURFACE = "M"
    RAYS = "R"
    SHADER = "S"
    VIEW = "V"
    CONSTANT = "L"
    NO_TEXTURE = "N"
    VOLUME = "X"
    STRUCTURE = "I"
    TEXT = "K"


TITLES: Final[Mapping[NodeClass, tuple[str, str]]] = {
    NodeClass.NUMBERS: (
        "numbers, vectors and colours",
        "Evaluated at every texel.",
    ),
    NodeClass.TEXTURE: (
        "textures",
        "Evaluated at every texel.",
    ),
    NodeClass.NORMAL: (
        "normals and displacement",
        "Evaluated at every texel, a height also beside it.",
    ),
    NodeClass.SURFACE: (
        "what the surface has",
        "Exact on the plane that is baked. What only a mesh can tell is a warning, `needs-mesh`.",
    ),
    NodeClass.RAYS: (
        "rays",
        "As Cycles has it on an open plane, where rays meet nothing; a warning says so, "
        "`ray-traced`.",
    ),
    NodeClass.SHADER: (
        "shaders and outputs",
        "Walked for the maps that they carry.",
    ),
    NodeClass.VIEW: (
        "what the view decides",
        "A bake looks along the normal. Where that is all that counts it is exact, and "
        "`view-dependent` says so without marking the file; what asks where the camera is takes "
        "what Cycles has without one, and is marked.",
    ),
    NodeClass.CONSTANT: (
        "constant in a bake",
        "What Cycles' own bake gives, which is the same on every surface; `constant-in-a-bake` "
        "says so where it may surprise, without marking the file.",
    ),
    NodeClass.NO_TEXTURE: (
        "not a texture",
        "What Cycles' own bake gives, and a warning: `not-a-texture` or, where Cycles drops the "
        "link, `link-dropped`.",
    ),
    NodeClass.VOLUME: (
        "volumes",
        "Shaders without a surface: where they are linked to one, it is black.",
    ),
    NodeClass.STRUCTURE: (
        "what holds a tree together",
        "Resolved while the plan is built.",
    ),
    NodeClass.TEXT: (
        "texts",
        "Folded while the plan is built.",
    ),
}
"""What the nodes of a class are, and what Kiln does with them."""

_MEMBERS: Final[Mapping[NodeClass, str]] = {
    NodeClass.NUMBERS: """
        FunctionNodeBooleanMath FunctionNodeGetVectorComponent FunctionNodeInputBool
        FunctionNodeInputInt FunctionNodeInputVector FunctionNodeIntegerMath
        ShaderNodeBlackbody ShaderNodeBrightContrast ShaderNodeClamp ShaderNodeCombineColor
        ShaderNodeCombineHSV ShaderNodeCombineRGB ShaderNodeCombineXYZ ShaderNodeFloatCurve
        ShaderNodeGamma ShaderNodeHueSaturation ShaderNodeInvert ShaderNodeMapRange
        ShaderNodeMapping ShaderNodeMath ShaderNodeMix ShaderNodeMixRGB ShaderNodeNormal
        ShaderNodeRGB ShaderNodeRGBCurve ShaderNodeRGBToBW ShaderNodeRadialTiling
        ShaderNodeSeparateColor ShaderNodeSeparateHSV ShaderNodeSeparateRGB ShaderNodeSeparateXYZ
        ShaderNodeSqueeze ShaderNodeValToRGB ShaderNodeValue ShaderNodeVectorCurve
        ShaderNodeVectorMath ShaderNodeVectorRotate ShaderNodeWavelength
    """,
    NodeClass.TEXTURE: """
        ShaderNodeTexBrick ShaderNodeTexChecker ShaderNodeTexEnvironment ShaderNodeTexGabor
        ShaderNodeTexGradient ShaderNodeTexImage ShaderNodeTexMagic ShaderNodeTexNoise
        ShaderNodeTexSky ShaderNodeTexVoronoi ShaderNodeTexWave ShaderNodeTexWhiteNoise
    """,
    NodeClass.NORMAL: """
        ShaderNodeBump ShaderNodeDisplacement ShaderNodeNormalMap ShaderNodeVectorDisplacement
    """,
    NodeClass.SURFACE: """
        ShaderNodeAttribute ShaderNodeNewGeometry ShaderNodeObjectInfo ShaderNodeTangent
        ShaderNodeTexCoord ShaderNodeUVMap ShaderNodeVectorTransform ShaderNodeVertexColor
        ShaderNodeWireframe
    """,
    NodeClass.RAYS: "ShaderNodeAmbientOcclusion ShaderNodeBevel ShaderNodeRaycast",
    NodeClass.SHADER: """
        ShaderNodeAddShader ShaderNodeBackground ShaderNodeBsdfAnisotropic ShaderNodeBsdfDiffuse
        ShaderNodeBsdfGlass ShaderNodeBsdfHair ShaderNodeBsdfHairPrincipled
        ShaderNodeBsdfMetallic ShaderNodeBsdfPrincipled ShaderNodeBsdfRayPortal
        ShaderNodeBsdfRefraction ShaderNodeBsdfSheen ShaderNodeBsdfToon
        ShaderNodeBsdfTranslucent ShaderNodeBsdfTransparent ShaderNodeEeveeSpecular
        ShaderNodeEmission ShaderNodeHoldout ShaderNodeMixShader ShaderNodeOutputAOV
        ShaderNodeOutputMaterial ShaderNodeSubsurfaceScattering
    """,
    NodeClass.VIEW: "ShaderNodeCameraData ShaderNodeFresnel ShaderNodeLayerWeight",
    NodeClass.CONSTANT: """
        ShaderNodeHairInfo ShaderNodeLightFalloff ShaderNodeLightPath ShaderNodeParticleInfo
        ShaderNodePointInfo ShaderNodeVolumeInfo
    """,
    NodeClass.NO_TEXTURE: """
        ShaderNodeLightAccumulation ShaderNodeLightEvaluation ShaderNodeLightInfo
        ShaderNodeLightIterInternalInput ShaderNodeLightIterInternalOutput ShaderNodeOutputLight
        ShaderNodeOutputLineStyle ShaderNodeOutputWorld ShaderNodeScript ShaderNodeShaderToRGB
        ShaderNodeShadowRaycast ShaderNodeTexIES ShaderNodeTexPointDensity ShaderNodeUVAlongStroke
    """,
    NodeClass.VOLUME: """
        ShaderNodeVolumeAbsorption ShaderNodeVolumeCoefficients ShaderNodeVolumePrincipled
        ShaderNodeVolumeScatter
    """,
    NodeClass.STRUCTURE: """
        FunctionNodeInputMenu GeometryNodeIndexSwitch GeometryNodeInputSceneTime
        GeometryNodeMenuSwitch GeometryNodeRepeatInput GeometryNodeRepeatOutput GeometryNodeSwitch
        GeometryNodeWarning NodeClosureInput NodeClosureOutput NodeCombineBundle NodeComment
        NodeEnableOutput NodeEvaluateClosure NodeFrame NodeGroupInput NodeGroupOutput
        NodeImplicitConversion NodeJoinBundle NodeReroute NodeSeparateBundle ShaderNodeGroup
    """,
    NodeClass.TEXT: """
        FunctionNodeFindInString FunctionNodeFormatString FunctionNodeInputSpecialCharacters
        FunctionNodeInputString FunctionNodeMatchString FunctionNodeReplaceString
        FunctionNodeReverseString FunctionNodeSetStringCase FunctionNodeSliceString
        FunctionNodeStringLength FunctionNodeStringToValue FunctionNodeTrimString
        FunctionNodeValueToString
    """,
}

CLASS_OF: Final[Mapping[str, NodeClass]] = {
    kind: known for known, members in _MEMBERS.items() for kind in members.split()
}
"""The class of each type, by ``bl_idname``."""
