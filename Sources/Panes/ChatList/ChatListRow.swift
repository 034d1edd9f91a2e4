import Terminal
import ViewModels

/// Draws one chat of the list.
@MainActor
struct ChatListRow {
    let item: ChatListItemViewModel
    let isSelected: Bool
    /// Whether the open chat is beside the list, where its draft is already visible.
    var isChatBeside = false
    /// Inserts the current key names into a text.
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
            let text = "\(isOpen ? Marks.unfolded : Marks.folded) \(item.contact.isolated)"
            canvas.drawShortened(
                text, at: Point(x: 1, y: 0), style: style(Theme.dim), width: canvas.size.width - 1)
            return
        }
        if case .space(let isUnfolded) = item.kind {
            drawSpace(isUnfolded: isUnfolded, on: canvas)
            return
        }
        if canvas.size.height > 1 { drawTwoLines(on: canvas) } else { drawOneLine(on: canvas) }
    }

    /// The column where text begins. Rows within a space are indented, as far as there is space.
    private func start(on canvas: Canvas) -> Int { 1 + min(item.depth, 4) * (canvas.size.width < 30 ? 1 : 2) }

    private func drawSpace(isUnfolded: Bool, on canvas: Canvas) {
        let start = start(on: canvas)
        let badge = drawBadge(on: canvas, y: 0)
        let end = drawAccount(on: canvas, right: badge < canvas.size.width ? badge - 1 : badge)
        let isWaiting = !item.unreadMessageCount.isEmpty
        canvas.drawShortened(
            "\(isUnfolded ? Marks.unfolded : Marks.folded) \(item.contact.isolated)", at: Point(x: start, y: 0),
            style: style(isWaiting ? Theme.unread : Theme.title),
            width: (end < canvas.size.width ? end - 1 : end) - start)
        guard canvas.size.height > 1 else { return }
        canvas.drawShortened(
            item.message.string, at: Point(x: start + 2, y: 1), style: style(Theme.dim),
            width: canvas.size.width - start - 2)
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
        let badge = drawBadge(on: canvas, y: 1, hasWords: true)
        let start = start(on: canvas)
        let text = [words, filled(item.message).string].filter { !$0.isEmpty }.joined(separator: " – ")
        canvas.drawShortened(text, at: Point(x: start, y: 1), style: style(Theme.dim), width: badge - 1 - start)
    }

    /// The descriptions used in place of symbols if there is space.
    private var words: String {
        var words: [String] = []
        if item.isPinned { words.append(.words("chat-list.is-pinned")) }
        if item.isMuted { words.append(.words("chat-list.is-muted")) }
        if item.isForMentions { words.append(.words("chat-list.is-for-mentions")) }
        if item.hasNews { words.append(.words("chat-list.has-news")) }
        if item.unreadMessageCount.string == Marks.unread { words.append(.words("chat-list.is-unread")) }
        if !item.newInThreads.isEmpty { words.append(item.newInThreads.string) }
        if item.hasDraftInThread { words.append(.words("chat-list.draft-in-thread")) }
        return words.joined(separator: ", ")
    }

    private func drawContact(on canvas: Canvas, end: Int) {
        let isWaiting = item.isInvitation || !item.unreadMessageCount.isEmpty || !item.newInThreads.isEmpty
        let start = start(on: canvas)
        let usual = item.kind == .joinable ? Theme.dim : Theme.text
        let end = drawAccount(on: canvas, right: end < canvas.size.width ? end - 1 : end)
        canvas.drawShortened(
            item.contact.string, at: Point(x: start, y: 0), style: style(isWaiting ? Theme.unread : usual),
            width: (end < canvas.size.width ? end - 1 : end) - start)
    }

    /// Draws the account of the chat in at most a third of the row, since the name matters more.
    ///
    /// - Returns: the column where it starts.
    private func drawAccount(on canvas: Canvas, right: Int) -> Int {
        guard !item.account.isEmpty else { return right < canvas.size.width ? right + 1 : right }
        return canvas.drawRight(
            item.account.string, right: right, y: 0, style: style(Theme.dim), left: right - canvas.size.width / 3)
    }

    /// - Parameter hasWords: whether the row uses words instead of symbols.
    /// - Returns: the column where it starts.
    private func drawBadge(on canvas: Canvas, y: Int, hasWords: Bool = false) -> Int {
        var badge = ""
        if item.hasFailed { badge += Marks.failed }
        if item.shouldShowBusy { badge += Marks.busy }
        if !hasWords {
            if item.isPinned { badge += Marks.pinned }
            if item.isMuted { badge += Marks.muted }
            if item.isForMentions { badge += Marks.forMentions }
            if item.hasNews { badge += Marks.news }
            if !item.newInThreads.isEmpty { badge += Marks.thread }
        }
        let hasDraft = item.hasDraft && !(item.isOpen && isChatBeside)
        if hasDraft || item.hasDraftInThread && !hasWords { badge += Marks.draft }
        if item.isMention { badge += Marks.mention }
        if item.kind == .joinable, canvas.size.height == 1 { badge += String.words("spaces.join-mark") }
        let count = item.unreadMessageCount.string
        badge += item.isInvitation ? Marks.invitation : hasWords && count == Marks.unread ? "" : count
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
