/// Where a person finds what was not sent when a session ended for good. It is in the profile as well.
package enum UnsentFile: Hashable, Sendable {
    /// All was sent.
    case notNeeded
    case written(path: String)
    /// Why there is none, in a person's words.
    case failed(reason: String)
}
