import ViewModels

/// The last spoken list, whose rows are chosen by number.
@MainActor
final class LinearChoices {
    struct Row {
        let title: DisplayText
        var question = DisplayText.empty
        let choose: Action<Void>
    }

    private let voice: Announcer
    private let question: LinearQuestion
    private var rows: [Row] = []

    init(voice: Announcer, question: LinearQuestion) {
        self.voice = voice
        self.question = question
    }

    func announce(_ rows: [Row]) {
        self.rows = []
        add(rows)
    }

    /// Adds rows to the list.
    func add(_ more: [Row]) {
        for row in more {
            rows.append(row)
            voice.announce(.words("linear.numbered", ["number": "\(rows.count)", "text": row.title.named.string]))
        }
    }

    /// - Returns: whether the list has this number.
    func choose(_ number: Int) -> Bool {
        guard rows.indices.contains(number &- 1) else { return false }
        let row = rows[number - 1]
        question.ask(row.question, before: row.choose)
        return true
    }
}
