/// The state of a poll, below its question.
package struct PollViewModel: Hashable, Sendable {
    package struct Answer: Hashable, Sendable {
        /// The number, as in `1`.
        package let number: DisplayText
        package let text: DisplayText
        /// The votes, as in `3, yours`; empty if results are hidden.
        package let standing: DisplayText
        /// The share of voters who chose it, in thousandths; `nil` if results are hidden.
        package let share: Int?

        package init(number: DisplayText, text: DisplayText, standing: DisplayText, share: Int?) {
            self.number = number
            self.text = text
            self.standing = standing
            self.share = share
        }
    }

    package let answers: [Answer]
    /// The number of voters, and whether the poll has ended.
    package let note: DisplayText

    package init(answers: [Answer], note: DisplayText) {
        self.answers = answers
        self.note = note
    }

    /// The visible text, with an answer on each line.
    package var string: String {
        let lines = answers.map { answer in
            "\(answer.number.string) \(answer.text.string)"
                + (answer.standing.isEmpty ? "" : " (\(answer.standing.string))")
        }
        return (lines + [note.string]).joined(separator: "\n")
    }
}

/// A poll answer that can be chosen.
package struct PollChoice {
    /// The text, as in `Pizza`. For the user's own vote it says that choosing it again withdraws the vote.
    package let title: DisplayText
    package let choose: Action<Void>

    package init(title: DisplayText, choose: Action<Void>) {
        self.title = title
        self.choose = choose
    }
}
