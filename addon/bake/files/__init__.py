"""Image files: names, encoding through OpenImageIO, metadata, and reading back."""
