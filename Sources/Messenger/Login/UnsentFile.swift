/// The file with the messages that were unsent when a session ended for good. The profile keeps them as well.
package enum UnsentFile: Sendable {
    /// All messages were sent.
    case notNeeded
    case written(path: String)
    /// The file could not be written.
    case failed(any Reason)

    package var isNeeded: Bool { if case .notNeeded = self { false } else { true } }
}
