import Terminal
import ViewModels

/// The lines between and around the panes.
@MainActor
struct FrameLines {
    let layout: ScreenLayout
    /// Whether the right-hand part has a rule above a composer.
    let hasComposer: Bool

    func draw(on canvas: Canvas) {
        guard let wall = layout.wall else { return }
        let main = layout.main
        let ruleRow = layout.detail.y + layout.detail.height - 1
        let hasRule = hasComposer && layout.showsRule
        for y in main.y..<main.y + main.height {
            canvas.draw(String(Marks.wall), at: Point(x: wall, y: y), style: Theme.rule)
        }
        guard layout.kind == .framed else {
            if hasRule { canvas.draw("├", at: Point(x: wall, y: ruleRow), style: Theme.rule) }
            return
        }
        let right = main.width - 1
        for y in main.y..<main.y + main.height {
            canvas.draw(String(Marks.wall), at: Point(x: 0, y: y), style: Theme.rule)
            canvas.draw(String(Marks.wall), at: Point(x: right, y: y), style: Theme.rule)
        }
        drawRow("┌", "┬", "┐", from: 0, wall: wall, right: right, y: main.y, on: canvas)
        drawRow("└", "┴", "┘", from: 0, wall: wall, right: right, y: main.y + main.height - 1, on: canvas)
        if hasRule { drawRow("├", "├", "┤", from: wall, wall: wall, right: right, y: ruleRow, on: canvas) }
        canvas.draw(" \(String.words("panes.chats")) ", at: Point(x: 1, y: main.y), style: Theme.title)
    }

    private func drawRow(
        _ first: String, _ middle: String, _ last: String, from left: Int, wall: Int, right: Int, y: Int,
        on canvas: Canvas
    ) {
        canvas.fill(
            Rectangle(x: left, y: y, width: right - left, height: 1), with: Marks.rule, style: Theme.rule)
        canvas.draw(first, at: Point(x: left, y: y), style: Theme.rule)
        canvas.draw(middle, at: Point(x: wall, y: y), style: Theme.rule)
        canvas.draw(last, at: Point(x: right, y: y), style: Theme.rule)
    }
}
