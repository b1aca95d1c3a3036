"""Jobs: from a material or a plan to images in the .blend and files on disk."""
