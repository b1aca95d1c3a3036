"""The names by which composed text and the device that compiles it find each other."""

GROUP = (16, 16)
"""Work-group size in x and y: 256 invocations, which every driver offers."""
ORIGIN = "kln_origin"
"""ivec2 push constant: the first texel of the tile. Tiles start at multiples of GROUP."""
EXTENT = "kln_extent"
"""ivec2 push constant: size of the written images, what the bounds check is against."""
BLOCK = "kln_numbers"
"""The uniform block, slot 0; there is none where the layout is empty."""
BLOCK_TYPE = "kln_Numbers"
"""Its struct, defined by ComposedKernel.typedefs."""
