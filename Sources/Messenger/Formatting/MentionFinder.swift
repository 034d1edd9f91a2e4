import Conversations
import MatrixAPI

/// Whom a text names: a member's Matrix ID, or `@` and their name in the chat; or who is addressed by name and colon at its start.
enum MentionFinder {
    /// Matrix IDs in the order of the text. A name that several have names nobody.
    static func userIDs(in text: String, members: some Collection<ChatMember>) -> [String] {
        let addressed = addressed(in: text, members: members)
        guard text.contains("@") else { return addressed }
        let words = Self.words(of: members)
        var found = addressed
        var previous: Character = " "
        for place in text.indices {
            defer { previous = text[place] }
            guard text[place] == "@", !previous.isLetter, !previous.isNumber else { continue }
            let rest = text[text.index(after: place)...].prefix(Self.longest).lowercased()
            let named = words.filter { rest.hasPrefix($0.word) && ends($0.word, in: rest) }
            let length = named.map(\.word.count).max()
            let best = Set(named.filter { $0.word.count == length }.map(\.userID))
            if best.count == 1, let userID = best.first, !found.contains(userID) { found.append(userID) }
        }
        return found
    }

    /// As in `Bo: tea?`, where one member alone is called so.
    private static func addressed(in text: String, members: some Collection<ChatMember>) -> [String] {
        let start = text.prefix(longest)
        guard let colon = start.firstIndex(of: ":"), colon > start.startIndex else { return [] }
        let after = start[start.index(after: colon)...]
        guard after.isEmpty || after.first?.isWhitespace == true else { return [] }
        let name = start[..<colon].lowercased()
        let named = Set(words(of: members).filter { $0.word == name }.map(\.userID))
        return named.count == 1 ? Array(named) : []
    }

    /// More of a text is not compared with names.
    private static let longest = 300

    private static func words(of members: some Collection<ChatMember>) -> [(word: String, userID: String)] {
        members.filter { ["join", "invite"].contains($0.membership) }.flatMap { member in
            [String(member.userID.dropFirst()), UserID(member.userID)?.localpart, member.displayName]
                .compactMap { $0?.lowercased() }.filter { !$0.isEmpty }.map { ($0, member.userID) }
        }
    }

    /// `@bo` is not in `@bobby`, and `@bo:x` not in `@bo:x.org`.
    private static func ends(_ word: String, in rest: String) -> Bool {
        let after = rest.dropFirst(word.count)
        guard let next = after.first else { return true }
        if next.isLetter || next.isNumber { return false }
        guard [".", ":", "-", "_"].contains(next), let second = after.dropFirst().first else { return true }
        return !second.isLetter && !second.isNumber
    }
}
