package import Terminal
package import ViewModels

/// Who types, at the right of the chat's title line.
@MainActor
package final class TypingPane: Pane {
    package var onChange: () -> Void = {}
    private var model: TypingViewModel?

    package init(typing: Event<TypingViewModel>) {
        typing.subscribe(self) { pane, model in
            pane.model = model
            pane.onChange()
        }
    }

    package func draw(on canvas: Canvas, isFocused: Bool) {
        guard let text = model?.text.string, !text.isEmpty else { return }
        // The title keeps the first half.
        canvas.drawRight(" \(text)", right: canvas.size.width, y: 0, style: Theme.dim, left: canvas.size.width / 2)
    }

    package func press(_ key: Key) -> Bool { false }
}
