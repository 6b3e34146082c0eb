// Filled in by the work on TerrainService.
