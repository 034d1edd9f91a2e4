/// The text of a link, checked for a host name that differs from the link's target.
struct LinkLabel {
    private let text: String

    init(_ text: String) { self.text = text }

    /// Whether the text names another host than the given one.
    ///
    /// - Parameter host: the host in ASCII.
    func namesAnother(than host: String) -> Bool {
        let real = Self.plain(host)
        return hosts.contains { Self.plain($0) != real }
    }

    /// The host names in the text, in ASCII: words with a dot and a last part of letters only. Text before `@` counts
    /// too, since it may be written to look like a host.
    private var hosts: [String] {
        let words = text.split { $0.isWhitespace || Self.breaks.contains($0) }
        return words.compactMap { word in
            let dotted = String(word.map { Self.dots.contains($0) ? "." : $0 })
            let parts = dotted.split(separator: ".")
            guard parts.count > 1, let last = parts.last, last.count > 1, last.allSatisfy(\.isLetter) else {
                return nil
            }
            return WebAddress("https://" + parts.joined(separator: "."))?.host ?? dotted.lowercased()
        }
    }

    private static func plain(_ host: String) -> String {
        host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
    }

    private static let breaks = Set("/\\?#@:,;!()[]{}<>\"'`“”‘’«»=&|")
    /// Characters that browsers treat as a dot.
    private static let dots = Set("．。｡․")
}
