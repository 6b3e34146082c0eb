// Filled in by the work on TerrainPages.
