/// A file that could not be written, and why.
package struct FileFailure: Error {
  package let path: String
  package let reason: SystemError

  init(_ path: String, _ reason: SystemError) {
    self.path = path
    self.reason = reason
  }
}
