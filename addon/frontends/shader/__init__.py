"""The Shader Editor front end: snapshot (bpy) -> model -> compile -> plan."""
