"""The GPU behind a port: the only package that imports ``gpu``."""
