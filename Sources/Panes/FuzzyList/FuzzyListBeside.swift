import Terminal
import ViewModels

/// Draws the context of the selected row of a list, with the row's own lines in the middle.
@MainActor
struct FuzzyListBeside {
    /// The minimum width in columns for a context beside the list.
    static let from = 100

    let model: FuzzyListBesideViewModel?

    /// Returns the columns left to the list.
    static func listWidth(in width: Int) -> Int { width < from ? width : width * 3 / 5 }

    func draw(on canvas: Canvas) {
        for y in 0..<canvas.size.height {
            canvas.draw(String(Marks.wall), at: Point(x: 0, y: y), style: Theme.rule)
        }
        guard let model, canvas.size.width > 4, canvas.size.height > 1 else { return }
        let width = canvas.size.width - 3
        canvas.drawShortened(model.title.string, at: Point(x: 2, y: 0), style: Theme.title, width: width)
        let lines = model.lines.flatMap { line in
            TextWrapping.lines(line.text.string, width: width).map { (text: $0, isChosen: line.isChosen) }
        }
        let room = canvas.size.height - 1
        let first = lines.firstIndex(where: \.isChosen) ?? 0
        let start = max(0, min(first - room / 2, lines.count - room))
        for (place, line) in lines.dropFirst(start).prefix(room).enumerated() {
            canvas.drawShortened(
                line.text, at: Point(x: 2, y: 1 + place), style: line.isChosen ? Theme.title : Theme.dim, width: width)
        }
    }
}
