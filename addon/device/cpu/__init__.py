"""Bodies of the CPU ops. There is exactly one, and a test keeps it so."""
