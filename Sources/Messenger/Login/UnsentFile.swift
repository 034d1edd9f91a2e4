/// Where a person finds what was not sent when a session ended for good. It is in the profile as well.
package enum UnsentFile: Sendable {
    /// All was sent.
    case notNeeded
    case written(path: String)
    /// Why there is none.
    case failed(any Reason)

    package var isNeeded: Bool { if case .notNeeded = self { false } else { true } }
}
