package import Terminal
package import ViewModels

/// An invitation in the place of the chat.
@MainActor
package final class InvitationPane: FocusPane {
    package var onChange: () -> Void = {}
    /// Drawn before the title where the list is not beside it.
    package var backMark = ""
    private var model: InvitationViewModel?
    /// Why the last key could not be followed.
    private var reason: DisplayText = .empty

    package init(invitation: Event<InvitationViewModel>) {
        invitation.subscribe(self) { pane, model in
            pane.model = model
            pane.reason = .empty
            pane.onChange()
        }
    }

    package var context: PaneContext { .invitation }

    package func draw(on canvas: Canvas, isFocused: Bool) {
        guard let model else { return }
        let back = backMark.isEmpty ? "" : "\(backMark)  "
        canvas.drawShortened(
            " \(back)\(model.title.string) ", at: Point(x: 0, y: 0), style: Theme.title, width: canvas.size.width)
        var page = TextPage(canvas: canvas, y: canvas.size.height > 8 ? 2 : 1, margin: 1)
        page.add(model.text)
        page.addBlank()
        if model.shouldShowBusy {
            page.add(model.busyText, style: Theme.dim)
        } else {
            page.add("a accepts, d declines", style: Theme.key)
        }
        if model.shouldShowError { page.add(model.errorText, style: Theme.failure) }
        page.add(reason, style: Theme.failure)
    }

    package func perform(_ action: ActionID) -> Bool {
        guard let model else { return false }
        switch action {
        case .accept: reason = model.accept() ?? .empty
        case .decline: reason = model.decline() ?? .empty
        default: return false
        }
        onChange()
        return true
    }

    package func reason(against action: ActionID) -> DisplayText? {
        switch action {
        case .accept: model?.accept.reason
        case .decline: model?.decline.reason
        default: nil
        }
    }
}
