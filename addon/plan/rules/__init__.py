"""The rules a plan is checked by, one small function each, in a file by what they look at."""
