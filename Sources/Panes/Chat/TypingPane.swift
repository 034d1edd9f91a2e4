package import Terminal
package import ViewModels

/// The typing notification, at the right of the chat's title line.
@MainActor
package final class TypingPane: Pane {
    package var onChange: () -> Void = {}
    /// Whether the title line is part of a frame, which continues behind the text.
    package var isInFrame = false
    /// Whether the title line is a bar.
    package var isInBar = false
    private var model: TypingViewModel?

    package init(typing: Event<TypingViewModel>) {
        typing.subscribe(self) { pane, model in
            pane.model = model
            pane.onChange()
        }
    }

    /// Whether there is no typing notification.
    package var isHidden: Bool { model?.text.isEmpty ?? true }

    package func draw(on canvas: Canvas, isFocused: Bool) {
        guard let text = model?.text.string, !text.isEmpty, canvas.size.width >= Self.narrowest else { return }
        canvas.drawRight(
            isInFrame ? " \(text) " : " \(text)", right: canvas.size.width, y: 0,
            style: isInBar ? Theme.statusLine : Theme.dim)
    }

    /// The minimum width; less would be unreadable.
    private static let narrowest = 8

}
