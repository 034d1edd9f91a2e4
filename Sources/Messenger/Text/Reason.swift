package import MatrixClient

/// Why something did not come about, whichever part of the program knows it: what carries it makes no words of it, builders do.
package protocol Reason: Sendable {
    /// What happened and what to do, in one line; it may hold text from outside.
    var message: String { get }
}

extension LoginProblem: Reason {}
