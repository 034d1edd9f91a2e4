import Foundation

extension NamedText {
    /// The placeholder for a name while the text is formatted: a private-use character that nobody types.
    private static let stand: Unicode.Scalar = "\u{F8FE}"

    /// The maximum number of linked names. More links would leave too little space for the text.
    private static let mostLinks = 50

    /// The text as HTML, with a link to each person (client-server API, "User and room mentions").
    ///
    /// - Returns: `nil` if there is nothing to format.
    var html: String? {
        let names = parts.filter { $0.userID != nil }
        guard !names.isEmpty, names.count <= Self.mostLinks, !body.unicodeScalars.contains(Self.stand) else {
            return Markdown.html(body)
        }
        let stand = String(Self.stand)
        let text = parts.map { $0.userID == nil ? $0.text : stand }.joined()
        let html = (Markdown.html(text) ?? Self.escaped(text)).components(separatedBy: stand)
        // If a placeholder became part of a link or tag, all names stay as they were written.
        guard html.count == names.count + 1, html.dropLast().allSatisfy({ !$0.endsWithinTag }) else {
            return Markdown.html(body)
        }
        return zip(html, names).reduce(into: "") { done, piece in
            done += piece.0
            done += done.endsWithinCode ? Self.escaped(piece.1.text) : Self.link(piece.1)
        } + html[names.count]
    }

    private static func link(_ part: Part) -> String {
        guard let userID = part.userID else { return escaped(part.text) }
        let name = part.text.first == "@" ? String(part.text.dropFirst()) : part.text
        return "<a href=\"https://matrix.to/#/\(MatrixLink.encoded(userID))\">\(escaped(name))</a>"
    }

    private static func escaped(_ text: String) -> String {
        text.escapedForHTML.replacing("\n", with: "<br>")
    }
}

extension String {
    fileprivate var endsWithinTag: Bool { (lastIndex(of: "<") ?? startIndex) > (lastIndex(of: ">") ?? startIndex) }

    /// Whether the text ends within code, which shows names literally, or within a link, which can't hold another.
    fileprivate var endsWithinCode: Bool {
        ["code", "a"].contains { name in
            components(separatedBy: "<\(name)>").count + components(separatedBy: "<\(name) ").count
                > components(separatedBy: "</\(name)>").count + 1
        }
    }
}
