"""What Blender's window shows: operators, panels, preferences."""
