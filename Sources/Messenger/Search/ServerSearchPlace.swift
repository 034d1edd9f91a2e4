/// Behind what the server found so far.
enum ServerSearchPlace: Hashable, Sendable {
    /// A token of the server's.
    case page(String)
    case walk(ServerWalk)

    var walk: ServerWalk? {
        if case .walk(let walk) = self { walk } else { nil }
    }
}
