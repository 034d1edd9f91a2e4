package import Terminal
import ViewModels

/// What can be chosen with a letter, drawn over the bottom of the screen.
@MainActor
package final class MenuPane {
    package var onChange: () -> Void = {}
    private let entries: [MenuEntry]
    private let choose: (Character) -> Void
    private var firstVisible = 0
    private var visibleCount = 1

    package init(entries: [MenuEntry], choose: @escaping (Character) -> Void) {
        self.entries = entries
        self.choose = choose
    }

    package func draw(on canvas: Canvas) {
        let heading = canvas.size.height > 2 ? 1 : 0
        visibleCount = min(entries.count, max(0, canvas.size.height - heading))
        firstVisible = max(0, min(firstVisible, entries.count - visibleCount))
        let top = canvas.size.height - visibleCount
        let area = Rectangle(x: 0, y: top - heading, width: canvas.size.width, height: visibleCount + heading)
        canvas.fill(area)
        if heading > 0 {
            canvas.drawRule(y: area.y, style: Theme.rule)
            let hidden = entries.count - visibleCount
            canvas.draw(
                hidden > 0 ? " Menu: a letter; ↑↓ for more " : " Menu: a letter ", at: Point(x: 1, y: area.y),
                style: Theme.title)
        }
        let letterWidth = entries.map { TextWidth.columns($0.name) }.max() ?? 0
        for (place, entry) in entries.dropFirst(firstVisible).prefix(visibleCount).enumerated() {
            let y = top + place
            let style = entry.reason == nil ? Theme.text : Theme.dim
            canvas.draw(entry.name, at: Point(x: 2, y: y), style: entry.reason == nil ? Theme.key : Theme.dim)
            let title = entry.reason.map { "\(entry.title) – \($0.string)" } ?? entry.title
            let x = 2 + letterWidth + 2
            canvas.drawShortened(title, at: Point(x: x, y: y), style: style, width: canvas.size.width - x)
        }
        canvas.placeCursor(at: Point(x: -1, y: -1))
    }

    /// - Returns: whether the key is a letter of the menu or moves in it.
    package func press(_ key: Key) -> Bool {
        switch BindingTable.action(for: key, in: .menu) {
        case .scrollUp: firstVisible = max(0, firstVisible - 1)
        case .scrollDown: firstVisible = min(firstVisible + 1, max(0, entries.count - visibleCount))
        default:
            guard let letter = letter(of: key), entries.contains(where: { $0.letters.contains(letter) }) else {
                return false
            }
            choose(letter)
            return true
        }
        onChange()
        return true
    }

    /// `^O ^H` is `^O h`: the finger is often still on Control.
    private func letter(of key: Key) -> Character? {
        guard case .character(let character) = key.code, !key.modifiers.contains(.meta) else { return nil }
        return character
    }
}
