/// The setting for searching the server, which discloses the search text to it.
package enum ServerSearchUse: String, CaseIterable, Sendable {
    /// Only after a confirmation by the user.
    case ask
    /// Automatically.
    case always
    case never
}
