/// Whether the server is asked for what this device doesn't have: it gets the words that are looked for.
package enum ServerSearchUse: String, CaseIterable, Sendable {
    /// Each time that somebody wants it.
    case ask
    /// By itself.
    case always
    case never
}
