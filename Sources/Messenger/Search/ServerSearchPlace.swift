/// The position after the results so far.
enum ServerSearchPlace: Hashable, Sendable {
    /// The server's token for the next page.
    case page(String)
    case walk(ServerWalk)

    var walk: ServerWalk? {
        if case .walk(let walk) = self { walk } else { nil }
    }
}
