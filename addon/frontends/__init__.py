"""Front ends: each turns one kind of user's work into a texture plan."""
