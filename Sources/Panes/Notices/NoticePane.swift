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

    /// Whether what it is about is a page to read.
    package var opensPage: Bool { model?.opensPage ?? false }

    package func dismiss() {
        model?.dismiss()
    }

    package func draw(on canvas: Canvas, isFocused: Bool) {
        guard let model else { return }
        let hint = "\(goThereKey) \(model.goThereText.string)"
        var width = canvas.size.width - 1
        let columns = TextWidth.columns(hint)
        // The page says what the line has no room for, so that its key stays.
        let isKept = model.opensPage && columns + 3 < width
        if model.goThere.reason == nil, isKept || TextWidth.columns(model.text.string) + columns + 3 <= width {
            width = canvas.drawRight(hint, right: canvas.size.width - 1, y: 0, style: Theme.dim) - 2
        }
        canvas.drawShortened(model.text.string, at: Point(x: 1, y: 0), style: Theme.title, width: width)
    }

    package func press(_ key: Key) -> Bool { false }
}
