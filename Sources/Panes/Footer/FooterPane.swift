package import Terminal
package import ViewModels

/// The last line of the screen: the most important keys of the pane, or the response to the last key.
@MainActor
package final class FooterPane {
    /// The response, shown in place of the keys.
    package var message: DisplayText = .empty

    /// The columns of each entry as drawn last.
    private var drawn: [(columns: Range<Int>, action: ActionID?)] = []

    package init() {}

    /// Returns the action at a column; `nil` also while a message is shown.
    package func action(at column: Int) -> ActionID? {
        drawn.first { $0.columns.contains(column) }?.action
    }

    /// Returns the height in a certain width: one row for keys, or the rows of the whole message.
    package func rowCount(width: Int) -> Int { message.isEmpty ? 1 : messageLines(width: width).count }

    private func messageLines(width: Int) -> [String] { TextWrapping.lines(message.string, width: max(1, width - 2)) }

    /// - Parameter entries: the most important first.
    package func draw(on canvas: Canvas, entries: [FooterEntry]) {
        drawn = []
        guard message.isEmpty else {
            canvas.drawLines(
                of: message.string, y: 0, rows: canvas.size.height, wrapWidth: canvas.size.width - 2,
                style: Theme.title)
            return
        }
        var x = 1
        for entry in Self.fitting(entries, width: canvas.size.width - 1) {
            let start = x
            x += canvas.draw(entry.key, at: Point(x: x, y: 0), style: Theme.key) + 1
            x += canvas.draw(entry.text, at: Point(x: x, y: 0), style: Theme.dim)
            drawn.append((start..<x, entry.action))
            x += Self.gap
        }
    }

    private static let gap = 2

    /// Returns the entry that leaves the current place and the most important ones that fit, in their order.
    private static func fitting(_ entries: [FooterEntry], width: Int) -> [FooterEntry] {
        var left = width
        var fits = Array(repeating: false, count: entries.count)
        func add(_ isWayOut: Bool) {
            for (place, entry) in entries.enumerated() where entry.isWayOut == isWayOut {
                let columns = TextWidth.columns(entry.key) + 1 + TextWidth.columns(entry.text)
                guard columns <= left else { continue }
                left -= columns + gap
                fits[place] = true
            }
        }
        add(true)
        add(false)
        return zip(entries, fits).filter(\.1).map(\.0)
    }
}

/// A key and its description in the footer.
package struct FooterEntry: Hashable, Sendable {
    package let key: String
    package let text: String
    /// Whether it leaves the current place. It is shown before all others, so that it always fits.
    package let isWayOut: Bool
    /// The action of a click.
    package let action: ActionID?

    package init(key: String, text: String, isWayOut: Bool = false, action: ActionID? = nil) {
        self.key = key
        self.text = text
        self.isWayOut = isWayOut
        self.action = action
    }
}
