/// Where a line of a thread is said that answers nothing in it (client-server API, "Threading").
struct ThreadPlace: Hashable, Sendable {
    /// The event with which the thread began.
    let id: String
    /// The newest event in it that is known, for clients that know no threads ("Fallback for unthreaded clients").
    let newest: String
}
