"""One command-line parser, for the bpy module and for ``blender --command kiln``."""
