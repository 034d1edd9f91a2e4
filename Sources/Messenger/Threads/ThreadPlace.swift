/// The place of a message in a thread that replies to no message of it (client-server API, "Threading").
struct ThreadPlace: Hashable, Sendable {
    /// The first event of the thread.
    let id: String
    /// The newest known event of the thread, for clients without threads ("Fallback for unthreaded clients").
    let newest: String
}
