import Conversations
import ViewModels

/// Finds the best matches for a few letters.
struct CompletionSearch {
    struct Person: Hashable, Sendable {
        let userID: String
        let displayName: String
        /// The contact name. It is searched, but never inserted.
        var contactName = ""
        /// The rank of their last message: 0 for the most recent sender, `.max` for people without a loaded message.
        let rank: Int
    }

    let text: String

    private static let maximumCount = 50

    func people(among people: [Person]) -> [CompletionCandidate] {
        let sorted = people.sorted {
            ($0.rank, $0.displayName.lowercased(), $0.userID) < ($1.rank, $1.displayName.lowercased(), $1.userID)
        }
        return best(of: sorted) { person in
            [person.displayName, person.contactName].filter { !$0.isEmpty }.map { FuzzyText($0, limit: 128) }
                + [FuzzyText(String(person.userID.dropFirst()))]
        }.map(Self.candidates(among: people))
    }

    /// Finds people whose name begins with the text, recent senders first.
    func names(among people: [Person]) -> [CompletionCandidate] {
        let begun = text.lowercased()
        return people.filter { person in
            [person.displayName, String(person.userID.dropFirst())].contains { $0.lowercased().hasPrefix(begun) }
        }.sorted { ($0.rank, $0.displayName, $0.userID) < ($1.rank, $1.displayName, $1.userID) }
            .prefix(Self.maximumCount).map(Self.candidates(among: people))
    }

    /// Inserts a name that is unique among people, or the Matrix ID otherwise.
    private static func candidates(among people: [Person]) -> (Person) -> CompletionCandidate {
        let finder = MentionFinder(
            members: people.map { ChatMember(userID: $0.userID, displayName: $0.displayName, membership: "join") })
        return { person in
            .person(
                userID: person.userID, displayName: person.displayName, called: finder.name(of: person.userID))
        }
    }

    /// Finds emoji. A name that ends with a colon matches exactly.
    func emoji() -> [CompletionCandidate] {
        if text.last == ":" {
            return EmojiTable.rows.filter { $0.names.contains { $0 == text.dropLast() } }
                .map { .emoji($0.emoji, name: $0.names[0]) }
        }
        return best(of: EmojiTable.rows, \.searched).map { .emoji($0.emoji, name: $0.names[0]) }
    }

    func commands() -> [CompletionCandidate] {
        SlashCommand.allCases.filter { $0.rawValue.hasPrefix(text) }.map { .command($0) }
    }

    /// Returns the values with a matching name, the best match first. Equal matches keep their order.
    private func best<Value>(of values: [Value], _ names: (Value) -> [FuzzyText]) -> [Value] {
        guard !text.isEmpty else { return Array(values.prefix(Self.maximumCount)) }
        var matcher = FuzzyMatcher(text)
        var found: [(place: Int, score: Int)] = []
        for (place, value) in values.enumerated() {
            let scores = names(value).compactMap { matcher.score(title: $0) }
            if let score = scores.max() { found.append((place, score)) }
        }
        found.sort { ($0.score, $1.place) > ($1.score, $0.place) }
        return found.prefix(Self.maximumCount).map { values[$0.place] }
    }
}

/// The emoji and their names from Resources/emoji.txt, one per line. The first name is the one that is shown.
package enum EmojiTable {
    package struct Row: Hashable, Sendable {
        package let emoji: String
        package let names: [String]
        let searched: [FuzzyText]
    }

    package static let rows: [Row] = String(decoding: PackageResources.emoji_txt, as: UTF8.self)
        .split(separator: "\n")
        .compactMap { line in
            let words = line.split(separator: " ").map(String.init)
            return words.count > 1 ? row(words[0], Array(words.dropFirst())) : nil
        }

    private static func row(_ emoji: String, _ names: [String]) -> Row {
        Row(emoji: emoji, names: names, searched: names.map { FuzzyText($0) })
    }
}
