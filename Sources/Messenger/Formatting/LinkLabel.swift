/// The text of a link, as somebody reads it who looks for where it leads.
struct LinkLabel {
    private let text: String

    init(_ text: String) { self.text = text }

    /// Whether it reads as the address of a host that is not this one.
    ///
    /// - Parameter host: in ASCII.
    func namesAnother(than host: String) -> Bool {
        let real = Self.plain(host)
        return hosts.contains { Self.plain($0) != real }
    }

    /// Words with a dot whose last part is one of letters, as names of hosts are, in ASCII. Before `@` may stand what is meant
    /// to be read as one.
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
    /// Those that browsers take for a dot.
    private static let dots = Set("．。｡․")
}
