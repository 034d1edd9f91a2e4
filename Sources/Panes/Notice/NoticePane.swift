package import Terminal
package import ViewModels

/// One line for what happened outside of the view; no line where nothing did.
@MainActor
package final class NoticePane: Pane {
    package var onChange: () -> Void = {}
    package var goThereKey = ""
    private var model: NoticeViewModel?

    package init(notice: Event<NoticeViewModel>) {
        notice.subscribe(self) { pane, model in
            pane.model = model
            pane.onChange()
        }
    }

    package var isHidden: Bool { model?.text.isEmpty ?? true }

    package var goThere: Action<Void> { model?.goThere ?? .unavailable("There is no notice") }

    package func dismiss() {
        model?.dismiss()
    }

    package func draw(on canvas: Canvas, isFocused: Bool) {
        guard let model else { return }
        let hint = "\(goThereKey) goes there"
        var width = canvas.size.width - 1
        let columns = TextWidth.columns(hint)
        if model.goThere.reason == nil, TextWidth.columns(model.text.string) + columns + 3 <= width {
            width = canvas.drawRight(hint, right: canvas.size.width - 1, y: 0, style: Theme.dim) - 2
        }
        canvas.drawShortened(model.text.string, at: Point(x: 1, y: 0), style: Theme.title, width: width)
    }

    package func press(_ key: Key) -> Bool { false }
}
