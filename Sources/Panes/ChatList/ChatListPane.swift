package import Terminal
package import ViewModels

/// The chats; one line each, or two where there is room for the last message.
@MainActor
package final class ChatListPane: Pane {
    package var onChange: () -> Void = {}
    /// Lines for each chat, 1 or 2.
    package var linesPerItem = 1

    private var model: ChatListViewModel?
    private var selection = 0
    private var firstVisible = 0
    private var visibleCount = 1

    package init(chatList: Event<ChatListViewModel>) {
        chatList.subscribe(self) { pane, model in pane.take(model) }
    }

    /// How many chats other than the open one have something unread or unanswered.
    package var waitingElsewhere: Int {
        model?.items.count { !$0.isOpen && (!$0.unreadMessageCount.isEmpty || $0.isInvitation) } ?? 0
    }

    package func draw(on canvas: Canvas, isFocused: Bool) {
        guard let model, canvas.size.height > 0 else { return }
        var top = 0
        if model.shouldShowError { top += drawText(model.errorText, y: top, style: Theme.failure, on: canvas) }
        if model.items.isEmpty {
            if model.shouldShowBusy {
                drawText("Loading chats…", y: top, style: Theme.dim, on: canvas)
            } else if !model.shouldShowError {
                drawText(model.emptyText, y: top, style: Theme.dim, on: canvas)
            }
            return
        }
        visibleCount = max(1, (canvas.size.height - top) / linesPerItem)
        let wanted = isFocused ? selection : model.items.firstIndex { $0.isOpen } ?? firstVisible
        firstVisible = max(min(firstVisible, wanted), wanted - visibleCount + 1)
        firstVisible = max(0, min(firstVisible, model.items.count - visibleCount))
        for (place, item) in model.items.enumerated().dropFirst(firstVisible).prefix(visibleCount) {
            let y = top + (place - firstVisible) * linesPerItem
            let row = canvas.part(Rectangle(x: 0, y: y, width: canvas.size.width, height: linesPerItem))
            ChatListRow(item: item, isSelected: isFocused && place == selection).draw(on: row)
            if isFocused, place == selection { row.placeCursor(at: Point(x: 0, y: 0)) }
        }
    }

    package func press(_ key: Key) -> Bool {
        guard let model, !model.items.isEmpty else { return false }
        switch BindingTable.action(for: key, in: .chatList) {
        case .selectPrevious: selection -= 1
        case .selectNext: selection += 1
        case .selectScreenUp: selection -= visibleCount
        case .selectScreenDown: selection += visibleCount
        case .selectFirst: selection = 0
        case .selectLast: selection = model.items.count - 1
        case .open: model.items[selection].itemTapped()
        default: return false
        }
        selection = min(max(0, selection), model.items.count - 1)
        onChange()
        return true
    }

    /// Begins at the open chat, each time the list gets the focus.
    package func selectOpenChat() {
        selection = model?.items.firstIndex { $0.isOpen } ?? 0
        onChange()
    }
}

extension ChatListPane {
    /// The selection follows its chat, or Enter would open another one than was chosen when a message moves the rows.
    private func take(_ model: ChatListViewModel) {
        if let old = self.model, old.items.indices.contains(selection) {
            let chosen = old.items[selection].contact
            let places = model.items.indices.filter { model.items[$0].contact == chosen }
            selection = places.min { abs($0 - selection) < abs($1 - selection) } ?? selection
        }
        selection = min(max(0, selection), max(0, model.items.count - 1))
        self.model = model
        onChange()
    }

    @discardableResult
    private func drawText(_ text: DisplayText, y: Int, style: Style, on canvas: Canvas) -> Int {
        let lines = TextWrapping.lines(text.string, width: max(1, canvas.size.width - 2))
        for (place, line) in lines.enumerated() { canvas.draw(line, at: Point(x: 1, y: y + place), style: style) }
        return lines.count
    }
}
