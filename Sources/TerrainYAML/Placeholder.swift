// Filled in by the work on TerrainYAML.
