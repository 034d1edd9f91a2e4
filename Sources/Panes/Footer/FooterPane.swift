package import Terminal
package import ViewModels

/// The last line: the keys that matter in this pane now, or the answer to the last key.
@MainActor
package final class FooterPane {
    /// Said in place of the keys.
    package var message: DisplayText = .empty

    /// Which columns each entry has that was drawn last.
    private var drawn: [(columns: Range<Int>, action: ActionID?)] = []

    package init() {}

    /// What stands in a column of the keys; `nil` also where a message does.
    package func action(at column: Int) -> ActionID? {
        drawn.first { $0.columns.contains(column) }?.action
    }

    /// The rows that it needs in a certain width: keys have one, an answer is said to its end.
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

    /// The way out and the most important that fit, in their order.
    private static func fitting(_ entries: [FooterEntry], width: Int) -> [FooterEntry] {
        var left = width
        var fitting: Set<FooterEntry> = []
        for entry in entries.filter(\.isWayOut) + entries.filter({ !$0.isWayOut }) {
            let columns = TextWidth.columns(entry.key) + 1 + TextWidth.columns(entry.text)
            guard columns <= left else { continue }
            left -= columns + gap
            fitting.insert(entry)
        }
        return entries.filter(fitting.contains)
    }
}
