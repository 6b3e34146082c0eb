import TerrainOperations

/// The state of a service.
package struct Health {
  let versions: Versions
  let uptime: Int
  let threads: Int
  let requests: Int
  let errors: Int
  let reloads: Int
  let refusals: Int
  let last: ServiceState.Reload?
  let limits: [(name: String, value: Int)]
}
