package import Terminal
package import ViewModels

/// A line for an event outside of the view; no line if there was none.
@MainActor
package final class NoticePane: Pane {
    package var onChange: () -> Void = {}
    private let host: PaneHost
    private var model: NoticeViewModel?

    package init(notice: Event<NoticeViewModel>, host: PaneHost) {
        self.host = host
        notice.subscribe(self) { pane, model in
            pane.model = model
            pane.onChange()
        }
    }

    package var isHidden: Bool { model?.text.isEmpty ?? true }

    private var goThere: Action<Void> { model?.goThere ?? .unavailable(.words("notices.there-is-no-notice")) }

    package func dismiss() {
        model?.dismiss()
    }

    package func draw(on canvas: Canvas, isFocused: Bool) {
        guard let model else { return }
        let hint = "\(host.keyName(.goToNotice)) \(model.goThereText.isolated)"
        var width = canvas.size.width - 1
        let columns = TextWidth.columns(hint)
        // The key stays visible if it opens a page with the full text.
        let isKept = model.opensPage && columns + 3 < width
        if model.goThere.reason == nil, isKept || TextWidth.columns(model.text.string) + columns + 3 <= width {
            width = canvas.drawRight(hint, right: canvas.size.width - 1, y: 0, style: Theme.dim) - 2
        }
        canvas.drawShortened(model.text.string, at: Point(x: 1, y: 0), style: Theme.title, width: width)
    }

    package func perform(_ action: ActionID) -> Bool {
        guard action == .goToNotice else { return false }
        if model?.opensPage == true { host.showPage(goThere) } else { host.showMessage(goThere()) }
        return true
    }

    package func reason(against action: ActionID) -> DisplayText? { action == .goToNotice ? goThere.reason : nil }
}
