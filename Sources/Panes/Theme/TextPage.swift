import Terminal
import ViewModels

/// Text drawn from top to bottom and wrapped, as on forms.
@MainActor
struct TextPage {
    let canvas: Canvas
    private(set) var y: Int
    private var said: Set<DisplayText> = []

    /// The maximum width of forms, for readability.
    private static let widest = 64
    let margin: Int

    /// - Parameter margin: the columns left free at both sides; fields need 2.
    init(canvas: Canvas, y: Int = 0, margin: Int = 2) {
        self.margin = margin
        self.canvas = canvas
        self.y = y
    }

    /// Returns the number of rows that a drawing takes on a canvas of the same size.
    static func rows(on canvas: Canvas, margin: Int = 2, _ draw: (inout TextPage) -> Void) -> Int {
        var page = TextPage(canvas: Canvas(size: canvas.size), margin: margin)
        draw(&page)
        return page.y
    }

    var width: Int { max(1, min(Self.widest, canvas.size.width - 2 * margin)) }

    /// - Parameter most: the maximum number of rows; a longer text ends with `…` in the last one.
    mutating func add(_ text: DisplayText, style: Style = Theme.text, rows most: Int = .max) {
        guard !text.isEmpty, most > 0 else { return }
        said.insert(text)
        let lines = TextWrapping.lines(text.string, width: width)
        for line in lines.prefix(most) {
            canvas.draw(line, at: Point(x: margin, y: y), style: style)
            y += 1
        }
        if lines.count > most { canvas.draw("…", at: Point(x: margin + width - 1, y: y - 1), style: style) }
    }

    /// Adds a text unless the page already contains it.
    mutating func addOnce(_ text: DisplayText, style: Style) {
        if !said.contains(text) { add(text, style: style) }
    }

    /// Adds a blank row, except in a low view.
    mutating func addBlank() {
        if canvas.size.height > 8 { y += 1 }
    }

    /// Skips rows that the caller draws itself.
    mutating func skip(_ rows: Int) { y += rows }

    /// Adds rows that `draw` draws, at most this number.
    ///
    /// - Parameter draw: draws on the part of the canvas and returns the number of rows used.
    mutating func add(rows most: Int, _ draw: (Canvas, Int) -> Int) {
        let place = Rectangle(x: margin, y: y, width: width, height: most)
        y += draw(canvas.part(place), most)
    }

    /// Adds a field of one line, underlined to its end.
    mutating func add(_ field: TextFieldView, isFocused: Bool) {
        let place = Rectangle(x: margin, y: y, width: width, height: 1)
        canvas.draw("›", at: Point(x: 0, y: y), style: isFocused ? Theme.title : Theme.dim)
        field.drawLine(on: canvas.part(place), isFocused: isFocused)
        y += 1
    }
}

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
