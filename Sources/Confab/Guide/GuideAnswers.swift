import Panes
import ViewModels

/// What the guide answers to a question: from its script, else from the table of actions that the help is made from.
struct GuideAnswers {
    let script: GuideScript
    var keys = GuideKeys.standard

    /// An action and the words of its title.
    private struct Entry {
        let binding: ActionBinding
        let words: Set<String>
    }

    private static let entries = BindingTable.all.filter { $0.group != .textFields && !$0.keyNames.isEmpty }.map {
        Entry(binding: $0, words: Set(words(of: $0.title)))
    }

    /// How many actions one answer names at most.
    private static let most = 3

    /// - Returns: `nil` where the text asks for nothing.
    func answer(to text: String) -> String? {
        let words = Self.words(of: text)
        guard text.contains("?") || words.count > 2 && words.first.map(script.questionBeginnings.contains) == true
        else {
            return nil
        }
        let asked = words.filter { !script.emptyWords.contains($0) }
        if let topic = script.topics.first(where: { topic in asked.contains { topic.isMeant(by: $0) } }) {
            return keys.filled(topic.say)
        }
        let found = Self.actions(for: asked)
        guard !found.isEmpty else { return .words("guide.knows-no-answer") }
        return found.map { .words("guide.answer", ["action": $0.title, "keys": keys.names($0.id)]) }
            .joined(separator: "\n")
    }

    /// Whether the text asks for whatever is next, as in `What else?`.
    func asksForMore(_ text: String) -> Bool {
        let words = Self.words(of: text)
        return words.contains(where: script.moreWords.contains)
            && words.allSatisfy { script.moreWords.contains($0) || script.emptyWords.contains($0) }
    }

    /// Those whose titles have the rarest of the words.
    private static func actions(for asked: [String]) -> [ActionBinding] {
        var scores = [Double](repeating: 0, count: entries.count)
        for word in asked {
            let places = entries.indices.filter { place in entries[place].words.contains { isSame($0, word) } }
            for place in places { scores[place] += 1 / Double(places.count) }
        }
        guard let best = scores.max(), best > 0 else { return [] }
        return entries.indices.filter { scores[$0] == best }.prefix(most).map { entries[$0].binding }
    }

    /// Whether it is one word in two forms, as *mute* and *muted*.
    private static func isSame(_ title: String, _ word: String) -> Bool {
        title == word || min(title.count, word.count) >= 4 && (title.hasPrefix(word) || word.hasPrefix(title))
    }

    private static func words(of text: String) -> [String] {
        text.lowercased().split { !$0.isLetter }.map(String.init)
    }
}

extension GuideScript.Topic {
    fileprivate func isMeant(by word: String) -> Bool { words.contains { word.hasPrefix($0) } }
}
