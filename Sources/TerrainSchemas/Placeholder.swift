// Filled in by the work on TerrainSchemas.
