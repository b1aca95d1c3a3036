"""One file per family of shader nodes; each rule says which kernels a node becomes."""
