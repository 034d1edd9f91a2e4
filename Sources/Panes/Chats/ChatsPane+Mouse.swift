package import Terminal
import ViewModels

/// Mouse handling: a click gives the focus to the part below the pointer.
extension ChatsPane {
    package func press(at point: Point) -> Bool {
        guard let layout = drawnLayout else { return false }
        if let place = drawnCompletion, place.contains(point) {
            return composer.completion.press(at: place.local(point))
        }
        if layout.list.contains(point) {
            composer.leave()
            return chatList.press(at: layout.list.local(point))
        }
        guard layout.detail.contains(point) || layout.composer.contains(point), detail != .nothing else {
            return false
        }
        focusChat()
        guard detail == .chat else { return true }
        if layout.detail.contains(point) { return chat.press(at: layout.detail.local(point)) }
        chat.clearSelection()
        return composer.press(at: layout.composer.local(point))
    }

    /// Scrolls the part below the pointer. A composer with nothing to scroll scrolls the open chat instead.
    package func scroll(at point: Point, by rows: Int) -> Bool {
        guard let layout = drawnLayout else { return false }
        if layout.list.contains(point) { return chatList.scroll(at: layout.list.local(point), by: rows) }
        guard detail == .chat, layout.detail.contains(point) || layout.composer.contains(point) else { return false }
        if layout.composer.contains(point), composer.scroll(at: layout.composer.local(point), by: rows) { return true }
        return chat.scroll(at: layout.detail.local(point), by: rows)
    }
}
