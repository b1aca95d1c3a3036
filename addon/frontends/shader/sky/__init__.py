"""The Sky Texture's four models of daylight: two are formulas, two are looked up in a table."""
