package import Terminal
package import ViewModels

/// The chats, with one line each, or two if there is space for the last message. While in use, a field for the filter
/// or a chat's name is above them.
@MainActor
package final class ChatListPane: FocusPane {
    private enum Field { case none, filter, name }

    package var onChange: () -> Void = {}
    /// The number of lines for each chat, 1 or 2.
    package var linesPerItem = 1
    /// Whether the open chat is on screen as well.
    package var isChatBeside = true

    /// Whether actions apply to the selected chat instead of the open one.
    package var hasFocus: () -> Bool = { false }
    /// Called when a field above the list needs the focus.
    package var onField: () -> Void = {}

    let host: PaneHost
    private(set) var model: ChatListViewModel?
    private var selected: ChatListItemID?
    private var selection = 0
    /// The row to select as soon as it is in the list.
    private var goal: ChatListItemID?
    private var firstVisible = 0
    private var visibleCount = 1
    private var drawn = RowHitTargets<ChatListItemID>()
    /// Whether the mouse wheel scrolled the selected row out of view, so that it isn't kept in view.
    private var isTurnedAway = false
    private var field = Field.none
    private var editor = TextEditor(allowsLines: false)
    /// Whether the filter began with a typed slash, which the field draws and ``editor`` doesn't contain.
    private var beganWithSlash = false
    /// The cached contents of rows, valid as long as the view model.
    private var items: [ChatListItemID: ChatListItemViewModel] = [:]
    /// The reason why the selected row was not opened.
    private var refusal: DisplayText?
    /// The action that the name in the field is passed to.
    private(set) var rename = Action<String>.unavailable(.words("chat-list.select-a-chat"))

    package init(chatList: Event<ChatListViewModel>, host: PaneHost) {
        self.host = host
        chatList.subscribe(self) { pane, model in pane.apply(model) }
    }

    /// The context for keys while the list has the focus.
    package var context: PaneContext {
        switch field {
        case .none: .chatList
        case .filter: .chatFilter
        case .name: .chatName
        }
    }

    package var waitingElsewhere: Int { model?.waitingElsewhere ?? 0 }

    /// The account of the open chat; empty if the window has one account.
    var openAccount: DisplayText {
        guard let model, let row = model.openRow else { return .empty }
        return item(row, in: model).account
    }

    var hasError: Bool { model?.shouldShowError ?? false }

    var isFiltered: Bool { !(model?.filterText.isEmpty ?? true) }

    /// The actions on the selected row.
    var selectedActions: ChatListItemActions? {
        guard let model, let row = selectedRow else { return nil }
        return item(row, in: model).actions
    }

    var selectedRow: ChatListItemID? {
        guard let model, let selected, model.rows.place(of: selected, near: selection) != nil else { return nil }
        return selected
    }

    /// The actions on the open chat.
    var openActions: ChatListItemActions? {
        guard let model, let row = model.openChat ?? model.openRow else { return nil }
        return item(row, in: model).actions
    }

    /// Draws the introduction for an empty chat list, as far as it fits.
    func drawBeginning(on canvas: Canvas) {
        guard let model, model.rows.isEmpty, canvas.size.height > 0 else { return }
        var page = TextPage(canvas: canvas, y: 1)
        for paragraph in model.beginning {
            page.add(host.filled(paragraph), style: Theme.text)
            page.addBlank()
        }
    }

    package func draw(on canvas: Canvas, isFocused: Bool) {
        drawn.removeAll()
        guard let model, canvas.size.height > 0 else { return }
        var top = drawField(on: canvas, isFocused: isFocused)
        if model.shouldShowError { top += drawText(model.errorText, y: top, style: Theme.failure, on: canvas) }
        if model.rows.isEmpty {
            if model.shouldShowBusy {
                drawText(.words("chat-list.loading-chats"), y: top, style: Theme.dim, on: canvas)
            } else if !model.shouldShowError {
                top += drawText(command?.text ?? model.emptyText, y: top, style: Theme.dim, on: canvas)
                guard !isChatBeside else { return }
                let height = max(0, canvas.size.height - top)
                drawBeginning(on: canvas.part(Rectangle(x: 0, y: top, width: canvas.size.width, height: height)))
            }
            return
        }
        visibleCount = max(1, (canvas.size.height - top) / linesPerItem)
        let open = model.openRow.flatMap { model.rows.place(of: $0, near: selection) }
        let wanted = isFocused ? selection : open ?? firstVisible
        if !isTurnedAway { firstVisible = max(min(firstVisible, wanted), wanted - visibleCount + 1) }
        firstVisible = max(0, min(firstVisible, model.rows.count - visibleCount))
        for place in firstVisible..<min(firstVisible + visibleCount, model.rows.count) {
            let y = top + (place - firstVisible) * linesPerItem
            let row = canvas.part(Rectangle(x: 0, y: y, width: canvas.size.width, height: linesPerItem))
            drawn.add(model.rows[place], y: y, rows: linesPerItem)
            let isSelected = isFocused && place == selection
            ChatListRow(
                item: item(model.rows[place], in: model), isSelected: isSelected, isChatBeside: isChatBeside,
                filled: host.filled
            ).draw(on: row)
            if isSelected, field == .none { row.placeCursor(at: Point(x: 0, y: 0)) }
        }
    }

    /// Returns the cached contents of a row. Keys typed elsewhere don't recreate rows, and menu, footer and commands
    /// ask for each action separately.
    private func item(_ id: ChatListItemID, in model: ChatListViewModel) -> ChatListItemViewModel {
        if let item = items[id] { return item }
        let item = model.item(id)
        items[id] = item
        return item
    }

    /// Typed text filters the list.
    package func type(_ text: String) -> Bool {
        if field == .none {
            beginFilter()
            // A slash opens the filter, as in pagers, and isn't part of the text.
            beganWithSlash = text == "/" && editor.isEmpty
            if beganWithSlash { return true }
        }
        return edit { $0.type(text) }
    }

    package func paste(_ text: String) -> Bool {
        if field == .none { beginFilter() }
        return edit {
            $0.paste(text)
            return true
        }
    }

    /// Opens the chat at the point.
    package func press(at point: Point) -> Bool {
        guard let model, let row = drawn[point.y], let place = model.rows.place(of: row, near: selection) else {
            return false
        }
        if field == .name { endField() }
        select(place)
        _ = performInList(.open)
        reportRefusal()
        onChange()
        return true
    }

    package func scroll(at point: Point, by rows: Int) -> Bool {
        guard let model else { return false }
        isTurnedAway = true
        let step = linesPerItem > 1 ? (rows < 0 ? -1 : 1) : rows
        firstVisible = max(0, min(firstVisible + step, model.rows.count - visibleCount))
        onChange()
        return true
    }

    /// Selects a row, which may arrive later.
    func show(_ row: ChatListItemID) {
        goal = row
        if isFiltered || field != .none { clearFilter() }
        if let model { apply(model) }
    }

    /// Selects the open chat each time the list gets the focus.
    package func selectOpenChat() {
        isTurnedAway = false
        select(model?.openRow.flatMap { model?.rows.place(of: $0, near: selection) } ?? 0)
        onChange()
    }
}

extension ChatListPane {
    func performInList(_ action: ActionID) -> Bool {
        guard let model else { return false }
        if action == .saveName {
            saveName()
            return true
        }
        if let command, action == .open || action == .openFound {
            refusal = command.run()
            if refusal == nil { clearFilter() }
            return true
        }
        return move(action, in: model) || edit { $0.perform(action) }
    }

    /// The typed command, if the filter has no results. Text without a slash is never a command, or Enter would run
    /// it by accident.
    var command: ListCommandViewModel? {
        guard field == .filter, let model, model.rows.isEmpty else { return nil }
        if editor.text.first == "/" { return model.command(editor.text) }
        return beganWithSlash ? model.command("/" + editor.text) : nil
    }

    func reportRefusal() {
        host.showMessage(refusal)
        refusal = nil
    }

    func beginFilter() {
        editor.replaceAll(with: model?.filterText ?? "")
        beganWithSlash = false
        field = .filter
        onField()
        onChange()
    }

    /// - Parameter actions: the actions of the chat to rename.
    func beginField(toRename actions: ChatListItemActions) {
        rename = actions.rename
        editor.replaceAll(with: actions.name)
        field = .name
        onField()
        onChange()
    }

    /// Closes the field and returns to the list, which stays filtered.
    package func endField() {
        field = .none
        onChange()
    }

    func clearFilter() {
        field = .none
        model?.filter("")
        onChange()
    }

    private func saveName() {
        let name = editor.text
        host.ask(
            .words("chat-list.rename-question", ["name": name]),
            .available { [weak self, rename] in
                self?.endField()
                self?.host.showMessage(rename(name))
            })
    }

    private func move(_ action: ActionID, in model: ChatListViewModel) -> Bool {
        guard field != .name, !model.rows.isEmpty else { return false }
        isTurnedAway = false
        goal = nil
        switch action {
        case .selectPrevious: select(selection - 1)
        case .selectNext: select(selection + 1)
        case .selectScreenUp: select(selection - visibleCount)
        case .selectScreenDown: select(selection + visibleCount)
        case .selectFirst: select(0)
        case .selectLast: select(model.rows.count - 1)
        case .open, .openFound:
            let row = model.rows[selection]
            let item = model.item(row)
            refusal = item.actions.open.reason
            guard refusal == nil else { break }
            if !item.actions.openQuestion.isEmpty {
                host.ask(item.actions.openQuestion, .available(item.itemTapped))
                break
            }
            item.itemTapped()
            // The chat is shown at its place in the unfiltered list again.
            if row.isChat || row.isSpace, isFiltered { clearFilter() }
            field = .none
        default: return false
        }
        return true
    }

    private func edit(_ change: (inout TextEditor) -> Bool) -> Bool {
        guard field != .none, change(&editor) else { return false }
        if field == .filter { model?.filter(editor.text) }
        onChange()
        return true
    }

    private func select(_ place: Int) {
        guard let model, !model.rows.isEmpty else {
            (selection, selected) = (0, nil)
            return
        }
        selection = min(max(0, place), model.rows.count - 1)
        selected = model.rows[selection]
    }

    /// Keeps the selection on its chat. If a message reordered the rows, Enter would otherwise open another chat than
    /// the selected one.
    private func apply(_ model: ChatListViewModel) {
        if model.openRow != self.model?.openRow { isTurnedAway = false }
        let isOtherFilter = model.filterText != self.model?.filterText ?? ""
        self.model = model
        items = [:]
        if let place = goal.flatMap({ model.rows.place(of: $0, near: selection) }) {
            goal = nil
            select(place)
            return onChange()
        }
        let place = selected.flatMap { model.rows.place(of: $0, near: selection) }
        select(isOtherFilter && field == .filter ? 0 : place ?? selection)
        onChange()
    }

    private func drawField(on canvas: Canvas, isFocused: Bool) -> Int {
        let line = Rectangle(x: 0, y: 0, width: canvas.size.width, height: 1)
        let text: Rectangle
        switch field {
        case .none:
            guard let text = model?.filterText, !text.isEmpty else { return 0 }
            canvas.drawShortened(
                "/\(DisplayText(sanitizing: text).string)", at: Point(x: 0, y: 0), style: Theme.title,
                width: canvas.size.width)
            return 1
        case .filter:
            canvas.draw("/", at: Point(x: 0, y: 0), style: Theme.title)
            text = Rectangle(x: 1, y: 0, width: line.width - 1, height: 1)
        case .name:
            let used = canvas.draw(String.words("chat-list.new-name") + " ", at: Point(x: 0, y: 0), style: Theme.title)
            text = Rectangle(x: used, y: 0, width: line.width - used, height: 1)
        }
        TextFieldView(editor: editor).drawLine(on: canvas.part(text), isFocused: isFocused)
        return 1
    }

    @discardableResult
    private func drawText(_ text: DisplayText, y: Int, style: Style, on canvas: Canvas) -> Int {
        let lines = TextWrapping.lines(host.filled(text).string, width: max(1, canvas.size.width - 2))
        for (place, line) in lines.enumerated() { canvas.draw(line, at: Point(x: 1, y: y + place), style: style) }
        return lines.count
    }
}
