/// What clients of before put into a reply for those that knew no replies (client-server API up to 1.12, "Fallbacks for
/// rich replies"). It repeats what is quoted and is not part of what was said.
enum ReplyFallback {
    /// Without the lines of the quotation before the text, which the first names as such, and the empty line after them.
    static func strip(body: String) -> String {
        guard ["> <@", "> * <@"].contains(where: body.hasPrefix) else { return body }
        let lines = body.split(separator: "\n", omittingEmptySubsequences: false)
        var rest = lines.drop { $0.hasPrefix("> ") || $0 == ">" }
        if rest.first?.isEmpty == true { rest = rest.dropFirst() }
        // A text that is nothing but its quotation was meant as it stands.
        return rest.allSatisfy(\.isEmpty) ? body : rest.joined(separator: "\n")
    }

    /// Without the element that holds the quotation, which stands first.
    static func strip(html: String) -> String {
        let (open, close) = ("<mx-reply>", "</mx-reply>")
        guard html.hasPrefix(open), let end = html.firstRange(of: close) else { return html }
        return String(html[end.upperBound...])
    }
}
