import Terminal
import ViewModels

/// Makes the lines of a poll: its answers with a bar each, and its state.
struct PollLayout {
    /// The column where the text begins, and its width in columns.
    let start: Int
    let width: Int

    private static let longestBar = 20
    /// Shorter bars would show no difference.
    private static let shortestBar = 8
    private static let space = 2

    func lines(of poll: PollViewModel) -> [ChatLine] {
        let number = poll.answers.map { TextWidth.columns($0.number.string) }.max() ?? 0
        let indent = min(number + 1, width - 1)
        let text = poll.answers.map { TextWidth.columns($0.text.string) }.max() ?? 0
        let standing = poll.answers.map { TextWidth.columns($0.standing.string) }.max() ?? 0
        let room = width - indent - text - standing - 2 * Self.space
        let isBeside = room >= Self.shortestBar
        let bar = isBeside ? min(Self.longestBar, room) : max(1, min(Self.longestBar, width - indent - standing - 2))
        return poll.answers.enumerated().flatMap { place, answer in
            var lines = self.lines(answer.number.string, answer.text.string, indent: indent)
            if answer.share != nil || !answer.standing.isEmpty {
                if !isBeside { lines.append(ChatLine()) }
                let x = start + indent + (isBeside ? text + Self.space : 0)
                add(answer, bar: bar, at: x, to: &lines[lines.count - 1])
            }
            for line in lines.indices { lines[line].answer = place }
            return lines
        } + note(poll.note)
    }

    private func lines(_ number: String, _ text: String, indent: Int) -> [ChatLine] {
        TextWrapping.lines(text, width: max(1, width - indent)).enumerated().map { place, part in
            var line = ChatLine()
            if place == 0 { line.add(number, at: start, style: Theme.dim, width: indent) }
            line.add(part, at: start + indent, style: Theme.text, width: max(1, width - indent))
            return line
        }
    }

    private func add(_ answer: PollViewModel.Answer, bar: Int, at start: Int, to line: inout ChatLine) {
        var x = start
        if let share = answer.share {
            // An answer with any votes has a visible bar.
            let full = min(bar, (share * bar + 999) / 1_000)
            line.add(String(repeating: Marks.share, count: full), at: x, style: Theme.text, width: full)
            let rest = bar - full
            line.add(String(repeating: Marks.rest, count: rest), at: x + full, style: Theme.dim, width: rest)
            x += bar + Self.space
        }
        let end = self.start + width
        line.add(answer.standing.string, at: x, style: Theme.text, width: max(0, end - x))
    }

    private func note(_ note: DisplayText) -> [ChatLine] {
        TextWrapping.lines(note.string, width: max(1, width)).map { part in
            var line = ChatLine()
            line.add(part, at: start, style: Theme.dim, width: width)
            return line
        }
    }
}
