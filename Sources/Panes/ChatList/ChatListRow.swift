import Terminal
import ViewModels

/// Draws one chat of the list.
@MainActor
struct ChatListRow {
    let item: ChatListItemViewModel
    let isSelected: Bool
    /// Whether the chat that is open is beside the list: its draft is seen there.
    var isChatBeside = false
    /// Names the keys in a text as they are now.
    var filled: (DisplayText) -> DisplayText = { $0 }

    func draw(on canvas: Canvas) {
        guard canvas.size.width > 1 else { return }
        if isSelected { canvas.fill(Rectangle(canvas.size), style: Theme.selection) }
        if isSelected {
            canvas.draw(Marks.selected, at: Point(x: 0, y: 0), style: style(Theme.text))
        } else if item.isOpen {
            for y in 0..<canvas.size.height {
                canvas.draw(Marks.openChat, at: Point(x: 0, y: y), style: style(Theme.text))
            }
        }
        if case .fold(let isOpen) = item.kind {
            let text = "\(isOpen ? Marks.unfolded : Marks.folded) \(item.contact.string)"
            canvas.drawShortened(
                text, at: Point(x: 1, y: 0), style: style(Theme.dim), width: canvas.size.width - 1)
            return
        }
        if canvas.size.height > 1 { drawTwoLines(on: canvas) } else { drawOneLine(on: canvas) }
    }

    private func drawOneLine(on canvas: Canvas) {
        let end = drawBadge(on: canvas, y: 0)
        drawContact(on: canvas, end: end)
    }

    private func drawTwoLines(on canvas: Canvas) {
        let end = canvas.drawRight(
            item.lastMessageDate.string, right: canvas.size.width, y: 0, style: style(Theme.dim),
            left: canvas.size.width / 3)
        drawContact(on: canvas, end: end)
        let badge = drawBadge(on: canvas, y: 1)
        canvas.drawShortened(
            filled(item.message).string, at: Point(x: 1, y: 1), style: style(Theme.dim), width: badge - 2)
    }

    private func drawContact(on canvas: Canvas, end: Int) {
        let isWaiting = item.isInvitation || !item.unreadMessageCount.isEmpty
        canvas.drawShortened(
            item.contact.string, at: Point(x: 1, y: 0), style: style(isWaiting ? Theme.unread : Theme.text),
            width: (end < canvas.size.width ? end - 1 : end) - 1)
    }

    /// - Returns: the column where it starts.
    private func drawBadge(on canvas: Canvas, y: Int) -> Int {
        var badge = ""
        if item.hasFailed { badge += Marks.failed }
        if item.shouldShowBusy { badge += Marks.busy }
        if item.isPinned { badge += Marks.pinned }
        if item.isMuted { badge += Marks.muted }
        if item.isForMentions { badge += Marks.forMentions }
        if item.hasDraft, !(item.isOpen && isChatBeside) { badge += Marks.draft }
        if item.isMention { badge += Marks.mention }
        badge += item.isInvitation ? Marks.invitation : item.unreadMessageCount.string
        return canvas.drawRight(
            badge, right: canvas.size.width, y: y, style: style(badgeStyle),
            left: canvas.size.width / 2)
    }

    private var badgeStyle: Style {
        if item.hasFailed { return Theme.failure }
        return item.isMention ? Theme.mention : Theme.unread
    }

    private func style(_ style: Style) -> Style {
        isSelected ? Theme.selected(style) : style
    }
}
