/// The result of fetching a message's file.
package enum FetchedFile: Hashable, Sendable {
    /// The complete, verified file at a path in the profile. It may be evicted from the cache later.
    case kept(path: String)
    /// The error message, which may contain text from outside.
    case missing(reason: String)
}
