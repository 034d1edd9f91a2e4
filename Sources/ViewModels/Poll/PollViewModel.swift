/// How a poll stands, beneath what it asks.
package struct PollViewModel: Hashable, Sendable {
    package struct Answer: Hashable, Sendable {
        /// As in `1`.
        package let number: DisplayText
        package let text: DisplayText
        /// As in `3, yours`; empty where nothing is told of it.
        package let standing: DisplayText
        /// How many of a thousand who answered chose it; `nil` where that is not told.
        package let share: Int?

        package init(number: DisplayText, text: DisplayText, standing: DisplayText, share: Int?) {
            self.number = number
            self.text = text
            self.standing = standing
            self.share = share
        }
    }

    package let answers: [Answer]
    /// How many answered, and whether it is over.
    package let note: DisplayText

    package init(answers: [Answer], note: DisplayText) {
        self.answers = answers
        self.note = note
    }

    /// What is read, a line a line.
    package var string: String {
        let lines = answers.map { answer in
            "\(answer.number.string) \(answer.text.string)"
                + (answer.standing.isEmpty ? "" : " (\(answer.standing.string))")
        }
        return (lines + [note.string]).joined(separator: "\n")
    }
}
