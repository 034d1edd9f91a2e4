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
    static func rows(on canvas: Canvas, _ draw: (inout TextPage) -> Void) -> Int {
        var page = TextPage(canvas: Canvas(size: canvas.size))
        draw(&page)
        return page.y
    }

    var width: Int { max(1, min(Self.widest, canvas.size.width - 2 * margin)) }

    mutating func add(_ text: DisplayText, style: Style = Theme.text) {
        guard !text.isEmpty else { return }
        said.insert(text)
        for line in TextWrapping.lines(text.string, width: width) {
            canvas.draw(line, at: Point(x: margin, y: y), style: style)
            y += 1
        }
    }

    /// Adds a text unless the page already contains it.
    mutating func addOnce(_ text: DisplayText, style: Style) {
        if !said.contains(text) { add(text, style: style) }
    }

    /// Adds a blank row, except in a low view.
    mutating func addBlank() {
        if canvas.size.height > 8 { y += 1 }
    }

    /// Continues below rows that were drawn otherwise.
    mutating func skip(_ rows: Int) { y += rows }

    /// Adds up to a number of rows that are drawn otherwise.
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
