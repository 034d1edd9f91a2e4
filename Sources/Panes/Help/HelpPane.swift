package import Terminal
package import ViewModels

/// All keys, beginning with the current pane's; typing filters them.
@MainActor
package final class HelpPane: OverlayPane {
    package var onChange: () -> Void = {}
    private let close: () -> Void
    private let sections: [HelpSection]
    private var editor = TextEditor(allowsLines: false)
    private var firstVisible = 0
    private var visibleCount = 1
    private var below = 0

    private static let keysWidth = 28
    /// Below this width keys and titles don't fit side by side.
    private static let sideBySideWidth = 64

    private struct Line {
        var left = ""
        var right = ""
        var indentation = 2
        var style = Theme.key
    }

    /// - Parameter close: called when the help key is pressed again.
    package init(sections: [HelpSection], close: @escaping () -> Void) {
        self.sections = sections
        self.close = close
    }

    package var context: PaneContext { .help }

    package func draw(on canvas: Canvas, isFocused: Bool) {
        canvas.fill(Rectangle(canvas.size))
        below = drawKeys(
            on: canvas.part(Rectangle(x: 0, y: 1, width: canvas.size.width, height: canvas.size.height - 1)))
        let more = below > 0 ? "\(Marks.below) \(String.words("panes.more", ["number": String(below)]))" : ""
        let end = canvas.drawRight(more, right: canvas.size.width - 1, y: 0, style: Theme.newLine)
        let title = canvas.drawShortened(
            .words("help.title"), at: Point(x: 1, y: 0), style: Theme.title, width: end / 2)
        let field = Rectangle(x: title + 2, y: 0, width: end - title - 3, height: 1)
        TextFieldView(editor: editor, placeholder: .words("contacts.type-to-find"))
            .drawLine(on: canvas.part(field), isFocused: true)
    }

    package func reason(against action: ActionID) -> DisplayText? {
        action == .scrollDown && below == 0 ? .words("panes.this-is-its-end") : nil
    }

    package func perform(_ action: ActionID) -> Bool {
        switch action {
        case .help:
            close()
            return true
        case .scrollUp: firstVisible -= 1
        case .scrollDown: firstVisible += 1
        case .scrollScreenUp: firstVisible -= max(1, visibleCount - 1)
        case .scrollScreenDown: firstVisible += max(1, visibleCount - 1)
        default:
            guard editor.perform(action) else { return false }
            firstVisible = 0
        }
        // The maximum is known once the page is drawn.
        firstVisible = max(0, firstVisible)
        onChange()
        return true
    }

    package func scroll(at point: Point, by rows: Int) -> Bool {
        firstVisible = max(0, firstVisible + rows)
        onChange()
        return true
    }

    package func type(_ text: String) -> Bool {
        guard editor.type(text) else { return false }
        firstVisible = 0
        onChange()
        return true
    }

    package func paste(_ text: String) -> Bool {
        editor.paste(text)
        firstVisible = 0
        onChange()
        return true
    }

    /// - Returns: the number of lines below the view.
    private func drawKeys(on canvas: Canvas) -> Int {
        let lines = lines(width: canvas.size.width)
        visibleCount = max(1, canvas.size.height)
        firstVisible = max(0, min(firstVisible, lines.count - visibleCount))
        for (y, line) in lines.dropFirst(firstVisible).prefix(visibleCount).enumerated() {
            canvas.drawShortened(
                line.left, at: Point(x: line.indentation, y: y), style: line.style,
                width: line.right.isEmpty ? canvas.size.width : Self.keysWidth)
            let x = 2 + Self.keysWidth + 1
            if !line.right.isEmpty {
                canvas.drawShortened(line.right, at: Point(x: x, y: y), width: canvas.size.width - x)
            }
        }
        return lines.count - firstVisible - visibleCount
    }

    private func lines(width: Int) -> [Line] {
        var lines: [Line] = []
        var matcher = FuzzyMatcher(editor.text)
        for section in sections {
            let rows = section.rows.filter { matcher.finds($0) }
            if rows.isEmpty { continue }
            if !lines.isEmpty { lines.append(Line()) }
            lines.append(Line(left: section.title, indentation: 1, style: Theme.title))
            for row in rows {
                if width >= Self.sideBySideWidth, TextWidth.columns(row.keys) <= Self.keysWidth {
                    lines.append(Line(left: row.keys, right: row.title))
                } else {
                    lines += stacked(row, width: width)
                }
            }
        }
        return lines.isEmpty ? [Line(left: .words("help.no-key-does-that"), style: Theme.dim)] : lines
    }

    private func stacked(_ row: HelpSection.Row, width: Int) -> [Line] {
        TextWrapping.lines("\(row.title): \(row.keys)", width: max(1, width - 4)).enumerated().map { place, text in
            Line(left: text, indentation: place == 0 ? 2 : 4, style: Theme.text)
        }
    }
}

extension FuzzyMatcher {
    /// Matches whole words in the title, the keys or the name. A fuzzy match would find scattered letters in almost
    /// every row of the help text.
    fileprivate mutating func finds(_ row: HelpSection.Row) -> Bool {
        isEmpty || score(title: FuzzyText(""), others: [row.title, row.keys, row.name].map { FuzzyText($0) }) != nil
    }
}
