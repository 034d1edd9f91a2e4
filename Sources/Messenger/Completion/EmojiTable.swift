import ViewModels

/// The emoji and their names from Resources/emoji.txt, one per line. The first name is the one that is shown.
enum EmojiTable {
    struct Row: Hashable, Sendable {
        let emoji: String
        let names: [String]
        let searched: [FuzzyText]
    }

    static let rows: [Row] = String(decoding: PackageResources.emoji_txt, as: UTF8.self)
        .split(separator: "\n")
        .compactMap { line in
            let words = line.split(separator: " ").map(String.init)
            return words.count > 1 ? row(words[0], Array(words.dropFirst())) : nil
        }

    private static func row(_ emoji: String, _ names: [String]) -> Row {
        Row(emoji: emoji, names: names, searched: names.map { FuzzyText($0) })
    }
}
