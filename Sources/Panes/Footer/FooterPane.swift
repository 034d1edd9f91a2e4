package import Terminal
package import ViewModels

/// The last line: the keys that matter in this pane now, or the answer to the last key.
@MainActor
package final class FooterPane {
    /// Said in place of the keys.
    package var message: DisplayText = .empty

    package init() {}

    package func draw(on canvas: Canvas, context: PaneContext) {
        guard message.isEmpty else {
            canvas.drawShortened(
                message.string, at: Point(x: 1, y: 0), style: Theme.title, width: canvas.size.width - 1)
            return
        }
        var x = 1
        for entry in entries(for: context, width: canvas.size.width - 1) {
            x += canvas.draw(entry.firstKeyName, at: Point(x: x, y: 0), style: Theme.key) + 1
            x += canvas.draw(entry.footer?.text ?? "", at: Point(x: x, y: 0), style: Theme.dim) + Self.gap
        }
    }

    private static let gap = 2

    /// The most important that fit, in the order of their importance.
    private func entries(for context: PaneContext, width: Int) -> [ActionBinding] {
        let sorted = BindingTable.footer(for: context).sorted { priority($0) < priority($1) }
        var left = width
        return sorted.filter { entry in
            let columns = TextWidth.columns(entry.firstKeyName) + 1 + TextWidth.columns(entry.footer?.text ?? "")
            guard columns <= left else { return false }
            left -= columns + Self.gap
            return true
        }
    }

    private func priority(_ binding: ActionBinding) -> Int { binding.footer?.priority ?? .max }
}
