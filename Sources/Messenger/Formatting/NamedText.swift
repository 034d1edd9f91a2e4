import CCmark
import Conversations
import Engine
import Foundation

/// A written text with its mentions. A typed Matrix ID is replaced by the person's name.
struct NamedText: Equatable, Sendable {
    /// A mention in a text.
    struct Mention: Equatable, Sendable {
        /// The range in the text, including the `@`.
        let range: Range<String.Index>
        let userID: String
    }

    /// A part of the text, with the person whom it mentions, if any.
    struct Part: Equatable, Sendable {
        let text: String
        let userID: String?
    }

    /// The parts, which make up the text in order.
    private(set) var parts: [Part]
    /// Whether the text mentions the whole room with the word `@room`.
    private(set) var isForRoom = false

    /// Makes a text without mentions.
    init(_ text: String) {
        parts = [Part(text: text, userID: nil)]
    }

    /// - Parameters:
    ///   - ownUserID: the author, whose own name is no mention.
    ///   - mayCallRoom: whether the author is allowed to use `@room` in the chat.
    init(_ text: String, members: some Collection<ChatMember>, ownUserID: String, mayCallRoom: Bool = false) {
        guard text.contains("@") || text.contains(":") else {
            parts = [Part(text: text, userID: nil)]
            return
        }
        let finder = MentionFinder(members: members)
        parts = []
        var place = text.startIndex
        let mentions = finder.mentions(in: text).filter { $0.userID != ownUserID }
        for mention in mentions where mention.range.lowerBound >= place {
            parts.append(Part(text: String(text[place..<mention.range.lowerBound]), userID: nil))
            let written = text[mention.range]
            let isID = written.lowercased() == mention.userID.lowercased()
            let name = isID ? "@" + finder.name(of: mention.userID) : String(written)
            parts.append(Part(text: name, userID: mention.userID))
            place = mention.range.upperBound
        }
        parts.append(Part(text: String(text[place...]), userID: nil))
        isForRoom = mayCallRoom && parts.contains { $0.userID == nil && MentionFinder.callsRoom($0.text) }
    }

    var body: String { parts.map(\.text).joined() }

    /// The mentioned people, without duplicates.
    var userIDs: [String] {
        var seen: Set<String> = []
        return parts.compactMap(\.userID).filter { seen.insert($0).inserted }
    }
}

extension NamedText: ExpressibleByStringLiteral {
    init(stringLiteral value: String) { self.init(value) }
}

extension NamedText {
    /// The placeholder for a name while the text is formatted: a private-use character that nobody types.
    private static let stand: Unicode.Scalar = "\u{F8FE}"

    /// The maximum number of linked names. More links would leave too little space for the text.
    private static let maxLinks = 50

    /// The text as HTML, with a link to each person (client-server API, "User and room mentions").
    ///
    /// - Returns: `nil` if there is nothing to format.
    var html: String? {
        let names = parts.filter { $0.userID != nil }
        guard !names.isEmpty, names.count <= Self.maxLinks, !body.unicodeScalars.contains(Self.stand) else {
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

/// Converts typed Markdown (CommonMark) to the HTML that is sent.
enum Markdown {
    /// The maximum size of a message's content in bytes. An event may have 65,536 bytes, including the fields that
    /// servers add (client-server API, "Size limits"). Longer text isn't formatted.
    static let maximumBytes = 60_000

    /// - Returns: `nil` if there is nothing to format, or no readable text would be left.
    static func html(_ text: String) -> String? {
        var text = text
        guard text.utf8.count <= maximumBytes, let html = text.withUTF8({ rendered($0) }) else { return nil }
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

extension String {
    /// The text, escaped for HTML and similar markup between tags.
    package var escapedForMarkup: String {
        replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    /// The text, escaped for use in a quoted attribute as well.
    package var escapedForHTML: String { escapedForMarkup.replacing("\"", with: "&quot;") }
}
