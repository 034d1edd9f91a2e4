package import Terminal
import ViewModels

/// Mouse clicks in the chat: on a link, a poll answer, a message, or the rule with its hints of what is above and
/// below.
extension ChatPane {
    package func press(at point: Point) -> Bool {
        if point.y == 0, !backMark.isEmpty {
            host.onRun(.focusList)
            return true
        }
        if showsRule, point.y == drawnHeight - 1 { return pressRule() }
        guard let model, let (row, line) = drawn[point.y], let place = model.rows.firstIndex(where: { $0.id == row }),
            model.rows[place].isMessage
        else {
            clearSelection()
            return false
        }
        if let link = link(at: point.x, line: line, of: model.rows[place], in: model) {
            askToOpen([link.link], link.follow)
        } else if let answer = answer(line: line, of: model.rows[place]), listAnswers(of: row, beginningAt: answer) {
            return true
        } else if selected == row {
            host.onRun(.openActions)
        } else {
            stopWaiting()
            selected = row
            onChange()
        }
        return true
    }

    package func scroll(at point: Point, by rows: Int) -> Bool {
        scroll(by: rows)
        return true
    }

    /// Handles a click on the rule, which shows what is above and below. Below takes precedence, as it does in the
    /// text on the rule.
    private func pressRule() -> Bool {
        if !isAtLatest { return perform(.latestMessage) }
        return goToUnread.reason == nil && perform(.firstUnread)
    }

    private func answer(line: Int, of row: ChatRowViewModel) -> Int? {
        let lines = lines(of: row)
        return lines.indices.contains(line) ? lines[line].answer : nil
    }

    private func link(
        at column: Int, line: Int, of row: ChatRowViewModel, in model: ChatViewModel
    ) -> (link: MessageLink, follow: Action<String>)? {
        let lines = lines(of: row)
        guard lines.indices.contains(line), let number = lines[line].link(at: column),
            let actions = model.actions(row.id), actions.links.indices.contains(number - 1)
        else { return nil }
        return (actions.links[number - 1], actions.followLink)
    }
}
