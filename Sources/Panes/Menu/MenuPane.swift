package import Terminal
package import ViewModels

/// A menu of actions chosen with a letter or two, drawn over the bottom of the screen.
@MainActor
package final class MenuPane: OverlayPane {
    package var onChange: () -> Void = {}
    private let entries: [MenuEntry]
    /// The group that the menu opened with; `nil` for all.
    private let first: MenuGroup?
    /// A remark on the message that the actions apply to, shown above the message actions; may be empty.
    private let note: DisplayText
    private let choose: (String) -> Void
    private let point: (String) -> Void
    /// The group whose letters are shown; `nil` for the first letters.
    private var group: MenuGroup?
    private var firstVisible = 0
    private var visibleCount = 1
    /// The number of lines, including the continuation lines of reasons.
    private var lineCount = 0
    private var drawn = RowHitTargets<Character>()

    /// - Parameters:
    ///   - point: called with the letters of an entry that was clicked; if it is `nil`, `choose` is called.
    ///   - choose: called with the letters of an entry that was typed.
    package init(
        entries: [MenuEntry], group: MenuGroup? = nil, note: DisplayText = .empty, point: ((String) -> Void)? = nil,
        choose: @escaping (String) -> Void
    ) {
        self.entries = entries
        first = group
        self.note = note
        self.group = group
        self.choose = choose
        self.point = point ?? choose
    }

    package var context: PaneContext { .menu }

    package func draw(on canvas: Canvas, isFocused: Bool) {
        let letterWidth = lines.map { TextWidth.columns($0.name) }.max() ?? 0
        let x = 2 + letterWidth + 2
        let lines = rows(width: canvas.size.width - x)
        lineCount = lines.count
        let heading = canvas.size.height > 2 ? 1 : 0
        visibleCount = min(lines.count, max(0, canvas.size.height - heading))
        firstVisible = max(0, min(firstVisible, lines.count - visibleCount))
        let top = canvas.size.height - visibleCount
        let area = Rectangle(x: 0, y: top - heading, width: canvas.size.width, height: visibleCount + heading)
        canvas.fill(area)
        if heading > 0 {
            canvas.drawRule(y: area.y, style: Theme.rule)
            let title = String.words(
                lines.count > visibleCount ? "menu.heading-of-more" : "menu.heading",
                ["title": group?.title ?? .words("menu.title")])
            canvas.drawShortened(
                " \(title) ", at: Point(x: 1, y: area.y), style: Theme.title,
                width: canvas.size.width - 1)
        }
        drawn.removeAll()
        for (place, line) in lines.dropFirst(firstVisible).prefix(visibleCount).enumerated() {
            let y = top + place
            if let letter = line.letter { drawn.add(letter, y: y) }
            let isDim = line.reason != nil
            canvas.draw(line.name, at: Point(x: 2, y: y), style: isDim ? Theme.dim : Theme.key)
            canvas.drawShortened(
                line.title, at: Point(x: x, y: y), style: isDim ? Theme.dim : Theme.text, width: canvas.size.width - x)
        }
        canvas.placeCursor(at: Point(x: -1, y: -1))
    }

    /// - Returns: whether the text is a letter of the menu.
    package func type(_ text: String) -> Bool {
        text.count == 1 && text.first.map { handle($0, choose) } == true
    }

    package func perform(_ action: ActionID) -> Bool {
        switch action {
        case .scrollUp: scroll(by: -1)
        case .scrollDown: scroll(by: 1)
        default: return false
        }
        return true
    }

    package func press(at point: Point) -> Bool { drawn[point.y].map { handle($0, self.point) } ?? false }

    package func scroll(at point: Point, by rows: Int) -> Bool {
        scroll(by: rows)
        return true
    }

    package var closesOnClickBeside: Bool { true }

    private func scroll(by rows: Int) {
        firstVisible = max(0, min(firstVisible + rows, lineCount - visibleCount))
        onChange()
    }

    /// Returns from a group to the first letters.
    package func back() -> Bool {
        guard group != first else { return false }
        show(first)
        return true
    }
}

extension MenuPane {
    private struct Line {
        let name: String
        let title: String
        let reason: DisplayText?
        /// The letter that a click chooses; `nil` if the line stands for several letters.
        var letter: Character?
    }

    /// The entries of the group; or the entries with one letter, followed by the groups that have entries.
    private var lines: [Line] {
        let shown = entries.filter { entry in
            guard let group else { return entry.letters.first?.count == 1 }
            return entry.letters.first?.count == 2 && entry.letters.first?.first == group.rawValue
        }
        let lines = shown.map { entry in
            Line(
                name: entry.name, title: entry.title, reason: entry.reason,
                letter: entry.letters.count == 1 ? entry.name.first : nil)
        }
        return group == nil
            ? lines
                + groups.map { group in
                    Line(
                        name: String(group.rawValue), title: "\(group.title) …", reason: nil, letter: group.rawValue)
                }
            : lines
    }

    /// Returns the lines as drawn. Titles and reasons are wrapped instead of cut off.
    private func rows(width: Int) -> [Line] {
        let said = group == .message && !note.isEmpty ? TextWrapping.lines(note.string, width: max(1, width)) : []
        return said.map { Line(name: "", title: $0, reason: nil) }
            + lines.flatMap { line in
                let text = line.reason.map { "\(line.title) – \($0.string)" } ?? line.title
                return TextWrapping.lines(text, width: max(1, width)).enumerated().map { place, part in
                    Line(
                        name: place == 0 ? line.name : "", title: part, reason: line.reason, letter: line.letter)
                }
            }
    }

    private var groups: [MenuGroup] {
        MenuGroup.allCases.filter { group in
            entries.contains { $0.letters.first?.count == 2 && $0.letters.first?.first == group.rawValue }
        }
    }

    private func handle(_ letter: Character, _ choose: (String) -> Void) -> Bool {
        let letters = (group.map { String($0.rawValue) } ?? "") + String(letter)
        if entries.contains(where: { $0.letters.contains(letters) }) {
            choose(letters)
            return true
        }
        guard group == nil, let opened = groups.first(where: { $0.rawValue == letter }) else { return false }
        show(opened)
        return true
    }

    private func show(_ group: MenuGroup?) {
        self.group = group
        firstVisible = 0
        onChange()
    }
}

/// The prefix key `^X` was pressed, and the next key selects the action. The footer lists the keys available.
@MainActor
package final class PrefixPane: OverlayPane {
    package var onChange: () -> Void = {}

    package init() {}

    package var context: PaneContext { .prefix }

    package var isTransparent: Bool { true }

    package func draw(on canvas: Canvas, isFocused: Bool) {}
}

/// A line of the menu.
package struct MenuEntry {
    /// The letters that run the entry, one or two each.
    package let letters: [String]
    package let title: String
    /// The reason why it can't be chosen now.
    package let reason: DisplayText?

    package init(letters: [String], title: String, reason: DisplayText?) {
        self.letters = letters
        self.title = title
        self.reason = reason
    }

    /// The last letters, as in `h`, or `1-9` for several.
    package var name: String {
        guard let first = letters.first?.last, let last = letters.last?.last else { return "" }
        return letters.count == 1 ? String(first) : "\(first)-\(last)"
    }
}
