// Filled in by the work on TerrainPatterns.
