"""The texture plan and its passes: pure, standard library only, knows nothing of Blender or a GPU."""
