package import Terminal
package import ViewModels

/// The form for a new chat: its members, suggestions, and its name.
@MainActor
package final class CreateChatPane: FocusPane {
    private enum Focus: Hashable { case person, name, member(Int) }

    package var onChange: () -> Void = {}
    private let host: PaneHost
    private let suggestions: SuggestionsPane
    private var model: CreateChatViewModel?
    private var person = TextEditor(allowsLines: false)
    private var name = TextEditor(allowsLines: false)
    private var personReceiver = TextReceiver()
    private var nameReceiver = TextReceiver()
    private var focus = Focus.person
    private var reason: DisplayText = .empty
    /// The first row of the suggestions as drawn last.
    private var suggestionsTop: Int?
    private var fields = FieldHitTargets<Focus>()

    package init(
        createChat: Event<CreateChatViewModel>, suggestions: Event<AutocompleteContactViewModel>, host: PaneHost
    ) {
        self.host = host
        self.suggestions = SuggestionsPane(suggestions: suggestions)
        self.suggestions.onChange = { [weak self] in self?.onChange() }
        createChat.subscribe(self) { pane, model in pane.apply(model) }
    }

    /// The context for keys: Enter adds a suggested or typed person if there is one, and otherwise creates the chat.
    package var context: PaneContext {
        focus == .person && (!person.isEmpty || suggestions.hasChoice) ? .addingMember : .createChat
    }

    package func draw(on canvas: Canvas, isFocused: Bool) {
        suggestionsTop = nil
        fields.removeAll()
        guard let model else { return }
        // With few rows, only the part being edited is shown.
        let isShort = canvas.size.height < 12
        var page = TextPage(canvas: canvas, y: isShort ? 0 : 1)
        if canvas.size.height > 5 { page.add(model.title, style: Theme.title) }
        if !isShort { page.addBlank() }
        if model.asksForName, !isShort || focus == .name {
            let label = page.y
            page.add(model.name.label, style: focus == .name ? Theme.title : Theme.dim)
            page.add(
                TextFieldView(editor: name, placeholder: model.name.placeholder),
                isFocused: isFocused && focus == .name)
            fields.add(.name, label: label, on: page)
            if !isShort { page.addBlank() }
        }
        if !isShort || focus != .name { drawPeople(model, on: &page, isFocused: isFocused, isShort: isShort) }
        if !isShort || focus == .name { page.add(host.filled(model.encryption), style: Theme.dim) }
        drawWords(model, on: &page)
        guard !isShort || focus != .name else { return }
        let top = min(page.y, canvas.size.height)
        suggestionsTop = top
        suggestions.draw(
            on: canvas.part(Rectangle(x: 0, y: top, width: page.width + 2, height: canvas.size.height - top)),
            isFocused: focus == .person)
    }

    package func back() -> Bool {
        model?.cancel()
        return model != nil
    }

    package func perform(_ action: ActionID) -> Bool {
        guard let model else { return false }
        reason = .empty
        switch action {
        case .create: reason = model.create() ?? .empty
        case .addMember: add(to: model)
        case .switchEncryption: reason = host.filled(model.switchEncryption() ?? .empty)
        case .nextPart: moveFocus(by: 1)
        case .previousPart: moveFocus(by: -1)
        default:
            guard performInPart(action, model) else { return false }
        }
        onChange()
        return true
    }

    /// Focuses the field at the point, or adds the suggested person there.
    package func press(at point: Point) -> Bool {
        if let field = fields.field(at: point) {
            focus = field
            reason = .empty
            if field == .name {
                fields.moveCursor(of: &name, in: field, to: point)
            } else {
                fields.moveCursor(of: &person, in: field, to: point)
            }
            onChange()
            return true
        }
        guard let model, let suggestionsTop, point.y >= suggestionsTop,
            suggestions.press(at: Point(x: point.x, y: point.y - suggestionsTop))
        else { return false }
        focus = .person
        reason = .empty
        add(to: model)
        onChange()
        return true
    }

    package func scroll(at point: Point, by rows: Int) -> Bool {
        guard let suggestionsTop, point.y >= suggestionsTop else { return false }
        return suggestions.scroll(at: Point(x: point.x, y: point.y - suggestionsTop), by: rows)
    }

    package func reason(against action: ActionID) -> DisplayText? {
        switch action {
        case .create: model?.create.reason
        case .addMember: model?.add.reason
        case .switchEncryption: model?.switchEncryption.reason
        default: nil
        }
    }

    package func title(of action: ActionID) -> String? {
        guard action == .switchEncryption, let model else { return nil }
        return model.isEncrypted ? .words("create-chat.leave-it-in-clear") : .words("create-chat.encrypt-the-group")
    }

    package func type(_ text: String) -> Bool { edit { $0.type(text) } }

    package func paste(_ text: String) -> Bool {
        edit {
            $0.paste(text)
            return true
        }
    }
}

extension CreateChatPane {
    private func apply(_ model: CreateChatViewModel) {
        if let text = personReceiver.replacement(in: model.person.handed) { person.replaceAll(with: text) }
        if let text = nameReceiver.replacement(in: model.name.handed) {
            name.replaceAll(with: text)
            focus = .person
            reason = .empty
        }
        self.model = model
        if case .member(let place) = focus, place >= model.members.count {
            focus = model.members.isEmpty ? .person : .member(model.members.count - 1)
        }
        onChange()
    }

    private func drawPeople(_ model: CreateChatViewModel, on page: inout TextPage, isFocused: Bool, isShort: Bool) {
        let label = page.y
        page.add(model.person.label, style: focus == .name ? Theme.dim : Theme.title)
        var selected: Int?
        if case .member(let place) = focus { selected = place }
        if !model.members.isEmpty {
            page.add(rows: isShort ? 1 : 3) { part, most in
                MemberTokens(names: model.members.map(\.name), selected: selected).draw(on: part, most: most)
            }
        }
        page.add(TextFieldView(editor: person), isFocused: isFocused && focus == .person)
        fields.add(.person, label: label, on: page)
    }

    /// Draws one message: an error, the progress, a hint on the text, or the effect of Enter.
    private func drawWords(_ model: CreateChatViewModel, on page: inout TextPage) {
        let hint = suggestions.hint
        if !reason.isEmpty {
            page.add(reason, style: Theme.failure)
        } else if model.shouldShowBusy {
            page.add(model.busyText, style: Theme.dim)
        } else if model.shouldShowError {
            page.add(host.filled(model.errorText), style: Theme.failure)
        } else if case .member = focus {
            page.add(.words("create-chat.backspace-removes"), style: Theme.dim)
        } else if focus == .person, !hint.text.isEmpty {
            page.add(host.filled(hint.text), style: hint.isWrong ? Theme.failure : Theme.dim)
        } else if focus == .person, !suggestions.busyText.isEmpty {
            page.add(suggestions.busyText, style: Theme.dim)
        } else {
            page.add(context == .addingMember ? .words("create-chat.enter-adds") : model.hint, style: Theme.dim)
        }
    }

    private func add(to model: CreateChatViewModel) {
        if model.add.reason == nil, suggestions.choose(for: person.text) { return }
        reason = model.add(person.text) ?? .empty
    }

    /// Typing goes to a text field even if a member has the focus.
    private func edit(_ change: (inout TextEditor) -> Bool) -> Bool {
        guard let model else { return false }
        reason = .empty
        if focus == .name {
            guard change(&name) else { return false }
            model.named(name.text)
        } else {
            focus = .person
            guard change(&person) else { return false }
            model.changed(person.text)
        }
        onChange()
        return true
    }

    private func performInPart(_ action: ActionID, _ model: CreateChatViewModel) -> Bool {
        switch focus {
        case .person: return performInPerson(action, model)
        case .name:
            if [.choosePrevious, .chooseNext].contains(action) {
                focus = .person
                return true
            }
            guard name.perform(action) else { return false }
            model.named(name.text)
            return true
        case .member(let place): return perform(action, onMember: place, model)
        }
    }

    private func performInPerson(_ action: ActionID, _ model: CreateChatViewModel) -> Bool {
        if suggestions.perform(action) { return true }
        if person.cursor == 0, let last = model.members.last {
            if action == .deleteBack {
                reason = last.remove() ?? .empty
                return true
            }
            if action == .characterBack {
                focus = .member(model.members.count - 1)
                return true
            }
        }
        let before = person.text
        guard person.perform(action) else { return false }
        if person.text != before { model.changed(person.text) }
        return true
    }

    private func perform(_ action: ActionID, onMember place: Int, _ model: CreateChatViewModel) -> Bool {
        switch action {
        case .characterBack: focus = .member(max(0, place - 1))
        case .characterForward: focus = place + 1 < model.members.count ? .member(place + 1) : .person
        case .deleteBack, .deleteForward: reason = model.members[place].remove() ?? .empty
        default:
            focus = .person
            return performInPerson(action, model)
        }
        return true
    }

    /// Cycles the focus through the people, the name and the added members.
    private func moveFocus(by step: Int) {
        let first: Focus? = model?.members.isEmpty == false ? .member(0) : nil
        let all = [.person] + (model?.asksForName == false ? [] : [.name]) + (first.map { [$0] } ?? [])
        let place =
            switch focus {
            case .person: 0
            case .name: 1
            case .member: all.count - 1
            }
        focus = all[(place + step + all.count) % all.count]
    }
}

/// The people added to a new chat, side by side, as in `[Bo] [Kim]`.
@MainActor
struct MemberTokens {
    let names: [DisplayText]
    /// The index of the focused name.
    let selected: Int?

    private static let widest = 24

    /// Draws as many rows as needed, up to `most`. If not all fit, the rows with the selected name are shown, or else
    /// the last rows.
    ///
    /// - Returns: the number of rows drawn.
    func draw(on canvas: Canvas, most: Int) -> Int {
        let rows = rows(width: canvas.size.width)
        let wanted = rows.firstIndex { row in row.contains { $0.place == selected } } ?? rows.count - 1
        let first = max(0, min(wanted, rows.count - most))
        let shown = rows.dropFirst(first).prefix(most)
        for (y, row) in shown.enumerated() {
            for token in row {
                let style = token.place == selected ? Theme.selection : Theme.key
                canvas.draw("[", at: Point(x: token.x, y: y), style: style)
                canvas.drawShortened(
                    names[token.place].string, at: Point(x: token.x + 1, y: y), style: style, width: token.width - 2)
                canvas.draw("]", at: Point(x: token.x + token.width - 1, y: y), style: style)
                if token.place == selected { canvas.placeCursor(at: Point(x: token.x, y: y)) }
            }
        }
        return shown.count
    }

    private struct Token {
        let place: Int
        let x: Int
        let width: Int
    }

    private func rows(width: Int) -> [[Token]] {
        var rows: [[Token]] = []
        var x = 0
        for (place, name) in names.enumerated() {
            let columns = min(TextWidth.columns(name.string) + 2, Self.widest, width)
            if rows.isEmpty || x + columns > width {
                rows.append([])
                x = 0
            }
            rows[rows.count - 1].append(Token(place: place, x: x, width: columns))
            x += columns + 1
        }
        return rows
    }
}
