import CCmark

/// What a person types as formatting (CommonMark), as the HTML that others get.
enum Markdown {
    /// More is not worth its time: an event holds less.
    private static let longest = ComposedLine.maximumBytes

    /// - Returns: `nil` where there is nothing to format, or nothing would be left to read.
    static func html(_ text: String) -> String? {
        var text = text
        guard text.utf8.count <= longest, let html = text.withUTF8({ rendered($0) }) else { return nil }
        guard HTMLReducer.reduced(html) != nil else { return nil }
        return withoutNeedlessParagraph(html)
    }

    private static func rendered(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        bytes.withMemoryRebound(to: CChar.self) { characters in
            guard let html = confab_markdown_html(characters.baseAddress, characters.count) else { return nil }
            defer { confab_markdown_free(html) }
            return String(cString: html)
        }
    }

    /// One line is no paragraph: it would stand apart from who sent it.
    private static func withoutNeedlessParagraph(_ html: String) -> String {
        let html = String(html.reversed().drop { $0.isNewline }.reversed())
        let (start, end) = ("<p>", "</p>")
        guard html.hasPrefix(start), html.hasSuffix(end) else { return html }
        let inner = html.dropFirst(start.count).dropLast(end.count)
        return inner.contains(start) || inner.contains(end) ? html : String(inner)
    }
}
