// Filled in by the work on TerrainRules.
