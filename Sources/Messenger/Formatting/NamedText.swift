import Conversations

/// What somebody wrote, and whom it names where: a Matrix ID that was written is read as a name.
struct NamedText: Equatable, Sendable {
    /// One name in a text.
    struct Mention: Equatable, Sendable {
        /// In the text, with its `@`.
        let range: Range<String.Index>
        let userID: String
    }

    /// A part of the text, and who is named by it.
    struct Part: Equatable, Sendable {
        let text: String
        let userID: String?
    }

    /// One after the other they are the text.
    private(set) var parts: [Part]
    /// Whether it calls everybody, by `@room` for a word.
    private(set) var isForRoom = false

    /// Without names.
    init(_ text: String) {
        parts = [Part(text: text, userID: nil)]
    }

    /// - Parameters:
    ///   - ownUserID: who writes, and calls nobody by their own name.
    ///   - mayCallRoom: whether the chat lets them call everybody.
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

    /// Each once.
    var userIDs: [String] {
        var seen: Set<String> = []
        return parts.compactMap(\.userID).filter { seen.insert($0).inserted }
    }
}

extension NamedText: ExpressibleByStringLiteral {
    init(stringLiteral value: String) { self.init(value) }
}
