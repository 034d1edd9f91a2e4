import Conversations
import MatrixAPI
import ViewModels

/// Finds mentions: a member's Matrix ID, `@` with a member's name, or a member's name with a colon at the start of
/// the text.
struct MentionFinder {
    /// The length of text after an `@` that is compared with names.
    private static let longest = 300

    /// The joined and invited members.
    private let members: [ChatMember]
    /// The user ID for each name in lower case; `nil` if several members share the name.
    private let owners: [String: String?]

    init(members: some Collection<ChatMember>) {
        self.members = members.filter { ["join", "invite"].contains($0.membership) }
        var owners: [String: String?] = [:]
        for member in self.members {
            for word in Set(Self.words(of: member)) {
                owners[word] = .some(owners[word] == nil ? member.userID : nil)
            }
        }
        self.owners = owners
    }

    /// Returns the mentions in the order of the text. A name that several members share is no mention.
    func mentions(in text: String) -> [NamedText.Mention] {
        var found = addressed(in: text).map { [$0] } ?? []
        guard text.contains("@") else { return found }
        var previous: Character = " "
        for place in text.indices {
            defer { previous = text[place] }
            guard text[place] == "@", !previous.isLetter, !previous.isNumber else { continue }
            let rest = text[text.index(after: place)...].prefix(Self.longest)
            guard let (word, userID) = longestName(in: rest) else { continue }
            found.append(NamedText.Mention(range: place..<word.endIndex, userID: userID))
        }
        return found
    }

    /// Whether a text has `@room` as a word of its own.
    static func callsRoom(_ text: String) -> Bool {
        text.ranges(of: "@room").contains { range in
            let before = text[..<range.lowerBound].last
            return before?.isLetter != true && before?.isNumber != true
                && ends("", in: String(text[range.upperBound...]))
        }
    }

    /// Returns the name of a person that ``mentions(in:)`` finds.
    func name(of userID: String) -> String {
        let names = [members.first { $0.userID == userID }?.displayName, UserID(userID)?.localpart].compactMap(\.self)
        // A name that is changed for display can't be typed as it is.
        return names.first { name in
            owners[name.lowercased()] == .some(userID) && DisplayText(sanitizing: name).string == name
        } ?? String(userID.dropFirst())
    }

    /// Returns the mention at the start, as in `Bo: tea?`, if exactly one member has that name.
    private func addressed(in text: String) -> NamedText.Mention? {
        let start = text.prefix(Self.longest)
        guard let colon = start.firstIndex(of: ":"), colon > start.startIndex else { return nil }
        let after = start[start.index(after: colon)...]
        guard after.isEmpty || after.first?.isWhitespace == true,
            case .some(.some(let userID)) = owners[start[..<colon].lowercased()]
        else { return nil }
        return NamedText.Mention(range: text.startIndex..<colon, userID: userID)
    }

    /// Returns the longest name at the start of the text; `nil` if several members share it.
    private func longestName(in text: Substring) -> (word: Substring, userID: String)? {
        let small = text.lowercased()
        let named = owners.filter { word, _ in small.hasPrefix(word) && Self.ends(word, in: small) }
        guard let (word, owner) = named.max(by: { $0.key.count < $1.key.count }), let owner else { return nil }
        return (text.prefix(word.count), owner)
    }

    private static func words(of member: ChatMember) -> [String] {
        [String(member.userID.dropFirst()), UserID(member.userID)?.localpart, member.displayName]
            .compactMap { $0?.lowercased() }.filter { !$0.isEmpty }
    }

    /// Whether the name ends at a word boundary: `@bo` is not in `@bobby`, and `@bo:x` not in `@bo:x.org`.
    private static func ends(_ word: String, in rest: String) -> Bool {
        let after = rest.dropFirst(word.count)
        guard let next = after.first else { return true }
        if next.isLetter || next.isNumber { return false }
        guard [".", ":", "-", "_"].contains(next), let second = after.dropFirst().first else { return true }
        return !second.isLetter && !second.isNumber
    }
}
