// Filled in by the work on TerrainContent.
