package import Terminal
package import ViewModels

/// A page that is scrolled, over all panes.
@MainActor
package final class PagePane: OverlayPane {
    package var onChange: () -> Void = {}
    private let host: PaneHost
    private var model: PageViewModel?
    private var firstVisible = 0
    private var visibleCount = 1
    private var below = 0

    package init(page: Event<PageViewModel>, host: PaneHost) {
        self.host = host
        page.subscribe(self) { pane, model in
            pane.model = model
            pane.onChange()
        }
    }

    package var context: PaneContext { .page }

    package func draw(on canvas: Canvas, isFocused: Bool) {
        canvas.fill(Rectangle(canvas.size))
        canvas.placeCursor(at: Point(x: -1, y: -1))
        guard let model else { return }
        let lines = lines(of: model, width: canvas.size.width)
        visibleCount = max(1, canvas.size.height - 1)
        firstVisible = max(0, min(firstVisible, lines.count - visibleCount))
        for (y, line) in lines.dropFirst(firstVisible).prefix(visibleCount).enumerated() {
            line.draw(on: canvas, y: y + 1)
        }
        below = max(0, lines.count - firstVisible - visibleCount)
        let more = below > 0 ? "\(Marks.below) \(String.words("panes.more", ["number": String(below)]))" : ""
        let end = canvas.drawRight(more, right: canvas.size.width - 1, y: 0, style: Theme.newLine)
        canvas.drawShortened(model.title.string, at: Point(x: 1, y: 0), style: Theme.title, width: end - 2)
    }

    package func reason(against action: ActionID) -> DisplayText? {
        action == .scrollDown && below == 0 ? .words("panes.this-is-its-end") : nil
    }

    package func perform(_ action: ActionID) -> Bool {
        switch action {
        case .scrollUp: firstVisible -= 1
        case .scrollDown: firstVisible += 1
        case .scrollScreenUp: firstVisible -= max(1, visibleCount - 1)
        case .scrollScreenDown: firstVisible += max(1, visibleCount - 1)
        default: return false
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

    private func lines(of model: PageViewModel, width: Int) -> [ChatLine] {
        var lines: [ChatLine] = []
        for section in model.sections {
            if !section.title.isEmpty {
                if !lines.isEmpty { lines.append(ChatLine()) }
                lines.append(line(section.title.string, indentation: 1, style: Theme.title, width: width))
            }
            for text in section.lines {
                for (place, part) in TextWrapping.lines(host.filled(text).string, width: max(1, width - 4)).enumerated()
                {
                    lines.append(line(part, indentation: place == 0 ? 2 : 4, style: Theme.text, width: width))
                }
            }
        }
        if !model.busyText.isEmpty {
            lines.append(line(model.busyText.string, indentation: 2, style: Theme.dim, width: width))
        }
        return lines
    }

    private func line(_ text: String, indentation: Int, style: Style, width: Int) -> ChatLine {
        var line = ChatLine()
        line.add(text, at: indentation, style: style, width: max(0, width - indentation))
        return line
    }
}
