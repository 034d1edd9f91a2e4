package import Terminal
package import ViewModels

/// The contacts, sorted by name and filtered by typing. Only visible rows are created.
@MainActor
package final class ContactsPane: FocusPane {
    package var onChange: () -> Void = {}
    private let host: PaneHost
    private var model: ContactListViewModel?
    private var editor = TextEditor(allowsLines: false)
    private var receiver = TextReceiver()
    private var selection = 0
    private var firstVisible = 0
    private var visibleCount = 1
    private var drawn = RowHitTargets<Int>()
    private var reason: DisplayText = .empty

    package init(contacts: Event<ContactListViewModel>, host: PaneHost) {
        self.host = host
        contacts.subscribe(self) { pane, model in pane.apply(model) }
    }

    /// The contact under the cursor.
    private var selected: (any ContactViewModel)? {
        guard let model, model.count > 0 else { return nil }
        return model.contact(min(selection, model.count - 1))
    }

    package var context: PaneContext { .contacts }

    package func draw(on canvas: Canvas, isFocused: Bool) {
        drawn.removeAll()
        guard let model else { return }
        var page = TextPage(canvas: canvas, y: canvas.size.height > 10 ? 1 : 0)
        if canvas.size.height > 3 { page.add(model.title, style: Theme.title) }
        page.add(TextFieldView(editor: editor, placeholder: model.filter.placeholder), isFocused: isFocused)
        page.addBlank()
        page.add(reason, style: Theme.failure)
        if model.count == 0 {
            page.add(model.shouldShowBusy ? model.busyText : host.filled(model.emptyText), style: Theme.dim)
            return
        }
        let words = words(width: page.width, height: canvas.size.height)
        let top = min(page.y, canvas.size.height)
        let rows = max(0, canvas.size.height - top - words.count)
        drawRows(model, on: canvas.part(Rectangle(x: 0, y: top, width: canvas.size.width, height: rows)), below: top)
        for (place, line) in words.enumerated() {
            let y = canvas.size.height - words.count + place
            canvas.drawShortened(
                line.text, at: Point(x: 2, y: y), style: line.style, width: canvas.size.width - 3)
        }
    }

    package func back() -> Bool {
        model?.cancel()
        return model != nil
    }

    package func perform(_ action: ActionID) -> Bool {
        guard let model else { return false }
        reason = .empty
        switch action {
        case .choosePrevious: move(by: -1)
        case .chooseNext: move(by: 1)
        case .chooseScreenUp: move(by: -visibleCount)
        case .chooseScreenDown: move(by: visibleCount)
        case .openContact:
            reason = selected?.open() ?? (model.count == 0 ? .words("contacts.no-contact-is-chosen") : .empty)
        case .addContact, .editContact: host.showMessage(closure(for: action)?())
        case .deleteContact: askToDelete()
        default:
            let before = editor.text
            guard editor.perform(action) else { return false }
            if editor.text != before { reportSelection(model) }
        }
        onChange()
        return true
    }

    /// Selects the contact at the point, or opens it if it is already selected.
    package func press(at point: Point) -> Bool {
        guard let place = drawn[point.y], place < model?.count ?? 0 else { return false }
        if place == selection { return perform(.openContact) }
        selection = place
        reason = .empty
        onChange()
        return true
    }

    package func scroll(at point: Point, by rows: Int) -> Bool {
        guard let model else { return false }
        firstVisible = max(0, min(firstVisible + rows, model.count - visibleCount))
        selection = max(firstVisible, min(selection, firstVisible + visibleCount - 1, model.count - 1))
        onChange()
        return true
    }

    package func reason(against action: ActionID) -> DisplayText? { closure(for: action)?.reason }

    package func type(_ text: String) -> Bool {
        guard let model, editor.type(text) else { return false }
        reason = .empty
        reportSelection(model)
        onChange()
        return true
    }

    package func paste(_ text: String) -> Bool {
        guard let model else { return false }
        editor.paste(text)
        reportSelection(model)
        onChange()
        return true
    }
}

extension ContactsPane {
    /// Returns the closure behind an action, also used to check whether the action is available.
    private func closure(for action: ActionID) -> Action<Void>? {
        switch action {
        case .openContact: selected?.open ?? .unavailable(.words("contacts.no-contact-is-chosen"))
        case .addContact: model?.add ?? .unavailable(.words("contacts.contacts-are-being-loaded"))
        case .editContact: selected?.edit ?? .unavailable(.words("contacts.no-contact-is-chosen"))
        case .deleteContact: selected?.delete ?? .unavailable(.words("contacts.no-contact-is-chosen"))
        default: nil
        }
    }

    private func askToDelete() {
        guard let selected else { return host.showMessage(.words("contacts.no-contact-is-chosen")) }
        host.ask(selected.question, selected.delete)
    }

    /// Keeps the cursor on its contact when others are added or removed.
    private func apply(_ model: ContactListViewModel) {
        if let text = receiver.replacement(in: model.filter.handed) {
            editor.replaceAll(with: text)
            (selection, reason) = (0, .empty)
        } else if let old = self.model, old.count != model.count, old.filter.text == model.filter.text, selection > 0,
            let chosen = selected?.detail
        {
            let near = max(0, selection - 2)..<min(model.count, selection + 3)
            selection = near.first { model.contact($0).detail == chosen } ?? selection
        }
        selection = min(max(0, selection), max(0, model.count - 1))
        self.model = model
        onChange()
    }

    private func reportSelection(_ model: ContactListViewModel) {
        selection = 0
        model.filtered(editor.text)
    }

    private func move(by count: Int) {
        selection = min(max(0, selection + count), max(0, (model?.count ?? 0) - 1))
    }

    private func drawRows(_ model: ContactListViewModel, on canvas: Canvas, below head: Int) {
        visibleCount = max(1, canvas.size.height)
        firstVisible = max(min(firstVisible, selection), selection - visibleCount + 1)
        firstVisible = max(0, min(firstVisible, model.count - visibleCount))
        for place in firstVisible..<min(model.count, firstVisible + visibleCount) {
            let y = place - firstVisible
            drawn.add(place, y: head + y)
            draw(
                model.contact(place), isSelected: place == selection,
                on: canvas.part(Rectangle(x: 0, y: y, width: canvas.size.width, height: 1)))
        }
    }

    private func draw(_ contact: any ContactViewModel, isSelected: Bool, on canvas: Canvas) {
        let style = isSelected ? Theme.selection : Theme.text
        let dim = isSelected ? style : Theme.dim
        if isSelected {
            canvas.fill(Rectangle(canvas.size), style: style)
            canvas.draw(Marks.selected, at: Point(x: 0, y: 0), style: style)
        }
        let state =
            contact.shouldShowBusy
            ? contact.busyText : contact.shouldShowError ? .words("contacts.is-not-deleted") : contact.place
        let isWide = canvas.size.width >= 60 || contact.shouldShowBusy || contact.shouldShowError
        let end =
            isWide
            ? canvas.drawRight(
                state.string, right: canvas.size.width - 1, y: 0,
                style: contact.shouldShowError && !isSelected ? Theme.failure : dim) : canvas.size.width
        let column = max(10, min(28, canvas.size.width * 2 / 5))
        canvas.drawShortened(contact.name.string, at: Point(x: 2, y: 0), style: style, width: column - 2)
        canvas.drawShortened(
            contact.detail.string, at: Point(x: column + 1, y: 0), style: dim, width: end - column - 2)
    }

    /// Returns the details of the contact under the cursor, in the last rows.
    private func words(width: Int, height: Int) -> [(text: String, style: Style)] {
        guard height > 4, let selected else { return [] }
        let text = String.words(
            selected.hasChat ? "contacts.place-with-chat" : "contacts.place-without-chat",
            ["place": selected.place.string])
        let facts = (text: text, style: Theme.dim)
        if selected.shouldShowError {
            return TextWrapping.lines(selected.errorText.string, width: width).prefix(2)
                .map { (text: $0, style: Theme.failure) }
        }
        guard !selected.note.isEmpty else { return [facts] }
        let room = height > 10 ? 3 : 1
        return [facts]
            + TextWrapping.lines(selected.note.string, width: width).prefix(room)
            .map { (text: $0, style: Theme.text) }
    }
}
