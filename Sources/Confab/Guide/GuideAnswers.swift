import Messenger
import Panes
import ViewModels

/// The guide's answers to questions. They come from its script, else from the tables of actions, commands, marks
/// and settings that the help and the manual also use.
struct GuideAnswers {
    let script: GuideScript
    var keys = GuideKeys.standard

    /// The maximum number of items in an answer.
    private static let most = 3

    /// - Returns: `nil` if the text is not a question.
    func answer(to text: String) -> String? {
        let words = Self.words(of: text)
        guard text.contains("?") || words.count > 2 && words.first.map(script.questionBeginnings.contains) == true
        else {
            return nil
        }
        if let meaning = meaning(ofSignIn: text) { return meaning }
        let asked = words.filter { !script.emptyWords.contains($0) }
        if let topic = script.topics.first(where: { topic in asked.contains { topic.isMeant(by: $0) } }) {
            return keys.filled(topic.say)
        }
        for subjects in [GuideSubject.main, GuideSubject.editing] {
            let found = Self.found(by: asked, in: subjects.filter { $0.isHere(keys) })
            if !found.isEmpty { return found.map { $0.description(keys) }.joined(separator: "\n") }
        }
        return setting(for: asked) ?? .words("guide.knows-no-answer")
    }

    /// Whether the text asks for the next feature, as in `What else?`.
    func asksForMore(_ text: String) -> Bool {
        let words = Self.words(of: text)
        return words.contains(where: script.moreWords.contains)
            && words.allSatisfy { script.moreWords.contains($0) || script.emptyWords.contains($0) }
    }

    /// Returns the meaning of the first word that is a key or a mark; `nil` if there is none.
    private func meaning(ofSignIn text: String) -> String? {
        for word in text.split(whereSeparator: \.isWhitespace) {
            let begun = word.drop { "“\"'(".contains($0) }
            let sign = String(begun.reversed().drop { "?!.,”\"')".contains($0) }.reversed())
            let actions = keys.actions(of: sign).prefix(Self.most)
            if !actions.isEmpty {
                return actions.map { .words("guide.key", ["key": sign, "action": $0.title]) }.joined(separator: "\n")
            }
            if let meaning = HelpSection.meaning(ofMark: sign) {
                return .words("guide.mark", ["mark": sign, "meaning": meaning])
            }
        }
        return nil
    }

    private func setting(for asked: [String]) -> String? {
        let rule = SettingTable.all.first { rule in
            Self.words(of: rule.path).contains { name in asked.contains { Self.isSame(name, $0) } }
        }
        return rule.map { .words("guide.setting", ["name": $0.path, "values": $0.expectation]) }
    }

    /// Returns the subjects with the best score. A word that occurs in fewer subjects scores higher.
    private static func found(by asked: [String], in subjects: [GuideSubject]) -> [GuideSubject] {
        var scores = [Double](repeating: 0, count: subjects.count)
        for word in asked {
            let places = subjects.indices.filter { place in subjects[place].words.contains { isSame($0, word) } }
            for place in places {
                scores[place] += 1 / Double(places.count) + (subjects[place].name == word ? nameWorth : 0)
            }
        }
        guard let best = scores.max(), best > 0 else { return [] }
        return subjects.indices.filter { scores[$0] == best }.prefix(most).map { subjects[$0] }
    }

    /// The extra score for a name. It is small, so that it only decides between subjects with the same words.
    private static let nameWorth = 0.001

    /// Whether two words are forms of the same word, as *mute* and *muted*.
    private static func isSame(_ title: String, _ word: String) -> Bool {
        title == word || min(title.count, word.count) >= 4 && (title.hasPrefix(word) || word.hasPrefix(title))
    }

    static func words(of text: String) -> [String] {
        text.lowercased().split { !$0.isLetter }.map(String.init)
    }
}

extension GuideScript.Topic {
    fileprivate func isMeant(by word: String) -> Bool { words.contains { word.hasPrefix($0) } }
}

/// A subject of questions: an action with its keys, or a typed command.
enum GuideSubject {
    case action(ActionID)
    case command(SlashCommand)

    static let main =
        BindingTable.all.filter { $0.group != .textFields && !$0.keyNames.isEmpty }.map { action($0.id) }
        + SlashCommand.allCases.map { command($0) }
    /// The actions that move the cursor and delete characters. Their words occur in many titles.
    static let editing = BindingTable.all.filter { $0.group == .textFields }.map { action($0.id) }

    /// The words that find the subject.
    var words: Set<String> {
        let title = Set(GuideAnswers.words(of: title))
        return name.map { title.union([$0]) } ?? title
    }

    /// The name of a command. A question with this word most likely means the command.
    var name: String? {
        guard case .command(let command) = self else { return nil }
        return command.rawValue
    }

    /// Returns the description of the subject and its keys.
    func description(_ keys: GuideKeys) -> String { .words("guide.answer", ["action": title, "keys": way(keys)]) }

    /// Whether any key or command leads to it.
    func isHere(_ keys: GuideKeys) -> Bool { !way(keys).isEmpty }

    private var title: String {
        switch self {
        case .action(let id): id.title
        case .command(let command): command.title
        }
    }

    private func way(_ keys: GuideKeys) -> String {
        switch self {
        case .action(let id): keys.names(id)
        case .command(let command): command.argument.isEmpty ? command.name : "\(command.name) \(command.argument)"
        }
    }
}
