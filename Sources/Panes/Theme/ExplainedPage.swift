import Terminal
import ViewModels

/// A text with choices below it. In a low view the choices are shown completely; the text gets the remaining rows and
/// is scrolled.
@MainActor
struct ExplainedPage {
    private var firstVisible = 0
    private var visibleCount = 1

    /// - Parameter below: draws the choices. Its flag says whether there are rows for blanks and hints.
    mutating func draw(
        on canvas: Canvas, title: DisplayText, text: DisplayText, below: (inout TextPage, _ isAiry: Bool) -> Void
    ) {
        let height = canvas.size.height
        var page = TextPage(canvas: canvas)
        let lines = text.isEmpty ? [] : TextWrapping.lines(text.string, width: page.width)
        let airy = TextPage.rows(on: canvas) { page in
            Self.addHead(title, to: &page)
            page.skip(lines.count)
            below(&page, true)
        }
        if airy <= height {
            Self.addHead(title, to: &page)
            page.add(text)
            return below(&page, true)
        }
        let room = max(0, height - TextPage.rows(on: canvas) { below(&$0, false) })
        // The title is omitted if only then the text fits.
        let hasTitle = room > 1 && lines.count != room
        visibleCount = max(0, min(lines.count, room - (hasTitle ? 1 : 0)))
        firstVisible = max(0, min(firstVisible, lines.count - visibleCount))
        if hasTitle { drawTitle(title, below: lines.count - firstVisible - visibleCount, on: &page) }
        for line in lines.dropFirst(firstVisible).prefix(visibleCount) {
            canvas.draw(line, at: Point(x: page.margin, y: page.y))
            page.skip(1)
        }
        below(&page, false)
    }

    /// Scrolls to the beginning.
    mutating func reset() { firstVisible = 0 }

    /// - Returns: whether the action scrolls.
    mutating func perform(_ action: ActionID) -> Bool {
        switch action {
        case .scrollScreenUp: firstVisible = max(0, firstVisible - max(1, visibleCount - 1))
        // The maximum is known once the page is drawn.
        case .scrollScreenDown: firstVisible += max(1, visibleCount - 1)
        default: return false
        }
        return true
    }

    private static func addHead(_ title: DisplayText, to page: inout TextPage) {
        page.skip(1)
        page.add(title, style: Theme.title)
        page.skip(1)
    }

    private func drawTitle(_ title: DisplayText, below: Int, on page: inout TextPage) {
        let canvas = page.canvas
        let more = below > 0 ? "\(Marks.below) \(String.words("panes.more", ["number": String(below)]))" : ""
        let end = canvas.drawRight(more, right: canvas.size.width - 1, y: 0, style: Theme.newLine)
        canvas.drawShortened(
            title.string, at: Point(x: page.margin, y: 0), style: Theme.title, width: end - page.margin - 1)
        page.skip(1)
    }
}
