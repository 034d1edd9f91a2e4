package import MatrixClient

/// A reason why an action failed, from any part of the program. Code passes it on unformatted; builders
/// turn it into text.
package protocol Reason: Sendable {
    /// The error and what to do about it, in one line; it may hold text from outside.
    var message: String { get }
}

extension LoginProblem: Reason {}
