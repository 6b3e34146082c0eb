// Filled in by the work on TerrainAuthoring.
