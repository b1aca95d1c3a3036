"""The kernel library: files under ``kernels/`` become specs, and regions become GLSL text."""
