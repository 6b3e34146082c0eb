import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainEngines

/// The data of a service's session in addition to the pack and its rules.
final class ServiceContext {
  /// The version it works with.
  let served: ServedSystem
  /// The service that it runs for; nil outside of one.
  let state: ServiceState?

  init(_ served: ServedSystem, _ state: ServiceState?) {
    self.served = served
    self.state = state
  }
}

extension OperationSession {
  /// A session over `served` that has loaded nothing yet.
  ///
  /// - Parameters:
  ///   - service: the service it runs for.
  ///   - limits: the limits of requests if there is no service.
  package convenience init(
    _ served: ServedSystem, service: ServiceState? = nil, limits: RequestLimits? = nil
  ) {
    self.init(served.loader(), limits: service?.limits ?? limits)
    host = ServiceContext(served, service)
  }

  /// The data of the service's session.
  ///
  /// - Throws: `rpc/not-serving` outside of a service.
  func service() throws(DiagnosticError) -> ServiceContext {
    guard let context = host as? ServiceContext else { throw DiagnosticError(.notServing) }
    return context
  }

  /// The version it works with; nil if it was loaded for a command.
  package var served: ServedSystem? { (host as? ServiceContext)?.served }
}

extension Versions {
  /// The versions of `served`.
  init(_ served: ServedSystem) {
    let overrides = served.place.overrides.map { Text("\($0.name)=\($0.text)") }
    self.init(
      pack: Version(id: served.pack.id, version: served.pack.version, hash: served.pack.hash),
      rules: Version(
        id: served.rules.id, version: served.rules.version, hash: served.rules.hash, overrides: overrides))
  }
}
