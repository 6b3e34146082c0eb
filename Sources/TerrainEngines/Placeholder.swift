// Filled in by the work on TerrainEngines.
