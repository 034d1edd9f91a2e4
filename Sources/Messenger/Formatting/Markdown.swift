import CCmark

/// Converts typed Markdown (CommonMark) to the HTML that is sent.
enum Markdown {
    /// Longer text isn't formatted, since an event can't hold it.
    private static let longest = ComposedLine.maximumBytes

    /// - Returns: `nil` if there is nothing to format, or no readable text would be left.
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

    /// Removes the paragraph of a single block. Other clients would otherwise add space between the sender and the
    /// text.
    private static func withoutNeedlessParagraph(_ html: String) -> String {
        let html = String(html.reversed().drop { $0.isNewline }.reversed())
        let (start, end) = ("<p>", "</p>")
        guard html.hasPrefix(start), html.hasSuffix(end) else { return html }
        let inner = html.dropFirst(start.count).dropLast(end.count)
        return inner.contains(start) || inner.contains(end) ? html : String(inner)
    }
}
