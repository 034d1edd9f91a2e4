package import Terminal
package import ViewModels

/// The first line of the screen: the account, the connection state and the unread count.
@MainActor
package final class StatusLinePane: Pane {
    package var onChange: () -> Void = {}
    private var model: ConnectionViewModel?

    private let host: PaneHost

    package init(connection: Event<ConnectionViewModel>, host: PaneHost) {
        self.host = host
        connection.subscribe(self) { pane, model in
            pane.model = model
            pane.onChange()
        }
    }

    /// Connects now instead of at the next retry.
    private var tryNow: Action<Void> { model?.tryNow ?? .unavailable(.words("connection.nothing-to-connect-to")) }

    package func draw(on canvas: Canvas, isFocused: Bool) {
        canvas.fill(Rectangle(canvas.size), style: Theme.statusLine)
        let right = canvas.size.width - 1
        var end = right
        if let model {
            var style = Theme.statusLine
            if model.tone == .bad { style.attributes.insert(.bold) }
            // The counts take precedence over the connection error, and that over the name.
            let counts = model.unread.isEmpty || model.status.isEmpty ? model.unread : " · " + model.unread
            end = canvas.drawRight(counts.string, right: right, y: 0, style: style, left: 1)
            end = canvas.drawRight(host.filled(model.status).string, right: end, y: 0, style: style, left: 1)
        }
        var bold = Theme.statusLine
        bold.attributes.insert(.bold)
        let account = model?.account.string ?? ""
        guard end > 9 else { return }
        canvas.draw("Confab", at: Point(x: 1, y: 0), style: bold)
        canvas.drawShortened(account, at: Point(x: 9, y: 0), style: Theme.statusLine, width: end - 10)
    }

    /// Draws only the connection state, at the right of a line that has other content.
    package func drawBriefly(on canvas: Canvas) {
        guard let model else { return }
        canvas.fill(Rectangle(canvas.size), style: Theme.statusLine)
        canvas.drawRight(
            host.filled(model.status).string, right: canvas.size.width - 1, y: 0,
            style: model.tone == .bad ? Theme.selected(Theme.title) : Theme.statusLine, left: 1)
    }

    /// Whether it takes precedence over typing notifications and fetch progress.
    package var isUrgent: Bool { model.map { $0.tone != .good } ?? false }

    package func perform(_ action: ActionID) -> Bool {
        guard action == .tryNow else { return false }
        host.showMessage(tryNow())
        return true
    }

    package func reason(against action: ActionID) -> DisplayText? { action == .tryNow ? tryNow.reason : nil }
}
