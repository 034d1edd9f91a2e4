import MatrixAPI

/// A request's target: the path in decoded segments, and the query.
struct Target: Sendable {
    let segments: [String]
    private let query: [(name: String, value: String)]

    /// - Returns: `nil` if the target is no path or not UTF-8, or contains an invalid identifier. This checks
    ///   everything that a request names outside of its body.
    init?(_ text: String) {
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let path = parts.first, path.hasPrefix("/") else { return nil }
        var segments: [String] = []
        for segment in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            guard let decoded = String(segment).percentDecoded(keepsMistakes: true) else { return nil }
            guard Target.isFileName(after: segments) ? !decoded.holdsNull : decoded.isSoundIdentifier else {
                return nil
            }
            segments.append(decoded)
        }
        self.segments = segments
        var query: [(String, String)] = []
        for pair in parts.count > 1 ? parts[1].split(separator: "&") : [] {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let second = sides.count > 1 ? String(sides[1]) : ""
            guard let name = String(sides[0]).percentDecoded(plusIsSpace: true, keepsMistakes: true),
                let value = second.percentDecoded(plusIsSpace: true, keepsMistakes: true),
                name.isSoundIdentifier, name == "filename" ? !value.holdsNull : value.isSoundIdentifier
            else { return nil }
            query.append((name, value))
        }
        self.query = query
    }

    /// Whether the next segment is a file name. It has the name from the uploader's system, in any normalization:
    /// it is not an identifier, and nothing is looked up by it.
    private static func isFileName(after segments: [String]) -> Bool {
        let places = [["_matrix", "client", "v1", "media", "download"], ["_matrix", "media", "v3", "download"]]
        return places.contains { segments.count == $0.count + 2 && segments.starts(with: $0) }
    }

    /// Returns the first value of a query parameter.
    subscript(name: String) -> String? { query.first { $0.name == name }?.value }

    func all(_ name: String) -> [String] { query.filter { $0.name == name }.map(\.value) }
}
