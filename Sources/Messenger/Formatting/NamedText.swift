import Conversations

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
