"""The texture plan and its passes: pure, standard library only, no Blender and no GPU."""
