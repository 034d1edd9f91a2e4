import Terminal
import ViewModels

/// Mouse handling: clicks apply to the target below the pointer, and the wheel scrolls it. A click never confirms an
/// action that can't be undone. Unlike a letter it isn't delayed, so further input could not cancel it.
extension MessengerScreen {
    func handleMouse(_ report: MouseReport) {
        guard let layout = shownLayout, report.isPress, Rectangle(size).contains(report.position) else { return }
        switch report.button {
        case .left: click(at: report.position, layout)
        case .wheelUp: turnWheel(at: report.position, by: -Self.wheelRows, layout)
        case .wheelDown: turnWheel(at: report.position, by: Self.wheelRows, layout)
        // Left to the terminal for its own menu and paste.
        case .middle, .right: break
        }
    }

    private func click(at point: Point, _ layout: ScreenLayout) {
        look()
        let hadMessage = !footer.message.isEmpty
        if hadMessage {
            footer.message = .empty
            onChange()
        }
        endHolding()
        isQuitArmed = false
        refusal = nil
        isWriting = false
        if context == .prefix { host.closeTop() }
        if let overlay = host.overlays.last {
            let place = overlay.place(in: layout, size: size)
            if place.contains(point), overlay.press(at: place.local(point)) { return }
            if !overlay.replacesFooter, !hadMessage, clickFooter(at: point, layout) { return }
            if overlay.closesOnClickBeside { leave(overlay) }
        } else if !layout.footer.contains(point) {
            clickMain(at: point, layout)
        } else if !hadMessage {
            _ = clickFooter(at: point, layout)
        }
    }

    private func leave(_ overlay: any OverlayPane) {
        host.closeTop()
        showMessage(overlay.refusal)
    }

    private func clickMain(at point: Point, _ layout: ScreenLayout) {
        if layout.notice.contains(point) {
            run(.goToNotice)
        } else if layout.status.contains(point) {
            if reason(against: .tryNow) == nil { run(.tryNow) }
        } else {
            let (pane, place) = pointed(in: layout)
            if place.contains(point) { _ = pane.press(at: place.local(point)) }
        }
    }

    /// - Returns: whether there is a key at the point.
    private func clickFooter(at point: Point, _ layout: ScreenLayout) -> Bool {
        guard layout.footer.contains(point), let action = footer.action(at: point.x) else { return false }
        switch action {
        case .quit: pressQuit()
        case .decline, .confirm, .refuse: showMessage(.words("panes.no-click-answers", ["key": host.keyName(action)]))
        default: run(action)
        }
        return true
    }

    private func turnWheel(at point: Point, by rows: Int, _ layout: ScreenLayout) {
        look()
        if let overlay = host.overlays.last {
            let place = overlay.place(in: layout, size: size)
            if place.contains(point) {
                _ = overlay.scroll(at: place.local(point), by: rows)
                return
            }
        }
        let (pane, place) = pointed(in: layout)
        if place.contains(point) { _ = pane.scroll(at: place.local(point), by: rows) }
    }

    private func look() {
        navigation?.actions.keyPressed()
        chats.chat.markSeen()
    }

    /// Returns the pane in the middle of the screen, and its area.
    private func pointed(in layout: ScreenLayout) -> (any Pane, Rectangle) {
        if picker.isOpen { return (picker, layout.main) }
        let pane = panes[navigation?.screen ?? .chats]
        return (pane, pane === chats ? Rectangle(size) : layout.main)
    }

    /// The number of rows for one step of the wheel.
    private static let wheelRows = 3
}
