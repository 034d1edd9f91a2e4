package import Terminal
package import ViewModels

/// The form for a contact: Matrix ID, name, note, and the place where it is saved.
@MainActor
package final class EditContactPane: FocusPane {
    private enum Field: Int, CaseIterable { case userID, name, note, place }

    package var onChange: () -> Void = {}
    private var model: EditContactViewModel?
    private var editors: [Field: TextEditor] = [:]
    /// The receiver for all fields, which are replaced together.
    private var receiver = TextReceiver()
    private var focus = Field.userID
    private var reason: DisplayText = .empty
    private var drawn = FieldHitTargets<Field>()

    package init(editContact: Event<EditContactViewModel>) {
        editContact.subscribe(self) { pane, model in pane.apply(model) }
    }

    package var context: PaneContext { .editContact }

    package func draw(on canvas: Canvas, isFocused: Bool) {
        drawn.removeAll()
        guard let model else { return }
        // With few rows, only the field being edited is shown, with its hints.
        let isShort = canvas.size.height < 15
        var page = TextPage(canvas: canvas, y: isShort ? 0 : 1)
        if canvas.size.height > 5 { page.add(model.title, style: Theme.title) }
        if !isShort { page.addBlank() }
        if model.isUserIDFixed { page.add(DisplayText(sanitizing: model.userID.text), style: Theme.dim) }
        for field in isShort ? [focus] : fields {
            if field == .place, !isShort { page.addBlank() }
            draw(field, of: model, on: &page, isFocused: isFocused && field == focus)
        }
        if !isShort { page.addBlank() }
        if !reason.isEmpty {
            page.add(reason, style: Theme.failure)
        } else if model.shouldShowBusy {
            page.add(model.busyText, style: Theme.dim)
        } else if model.shouldShowError {
            page.addOnce(model.errorText, style: Theme.failure)
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
        case .nextField: moveFocus(by: 1)
        case .previousField: moveFocus(by: -1)
        case .saveContact: save(to: model)
        case .switchPlace: switchPlace()
        default:
            guard focus == .place ? performOnPlace(action) : edit({ $0.perform(action) }, model) else { return false }
        }
        onChange()
        return true
    }

    package func press(at point: Point) -> Bool {
        guard let field = drawn.field(at: point) else { return false }
        focus = field
        reason = .empty
        var editor = editor(of: field)
        drawn.moveCursor(of: &editor, in: field, to: point)
        if field != .place { editors[field] = editor }
        onChange()
        return true
    }

    package func reason(against action: ActionID) -> DisplayText? {
        switch action {
        case .saveContact: emptyField == nil ? model?.save.reason : nil
        case .switchPlace: model?.switchPlace.reason
        default: nil
        }
    }

    package func type(_ text: String) -> Bool {
        guard let model else { return false }
        reason = .empty
        // The place isn't a text field; text goes to the note.
        if focus == .place { focus = .note }
        guard edit({ $0.type(text) }, model) else { return false }
        onChange()
        return true
    }

    package func paste(_ text: String) -> Bool {
        guard let model else { return false }
        if focus == .place { focus = .note }
        var editor = editor(of: focus)
        editor.paste(text)
        editors[focus] = editor
        model.changed(values)
        onChange()
        return true
    }

    private func switchPlace() {
        reason = model?.switchPlace() ?? .empty
        onChange()
    }
}

extension EditContactPane {
    private func apply(_ model: EditContactViewModel) {
        if receiver.replacement(in: model.userID.handed) != nil {
            for (field, value) in [(Field.userID, model.userID), (.name, model.name), (.note, model.note)] {
                editors[field] = TextEditor(allowsLines: false, text: value.text)
            }
            focus = model.userID.text.isEmpty ? .userID : .name
            reason = .empty
        }
        self.model = model
        onChange()
    }

    private func draw(_ field: Field, of model: EditContactViewModel, on page: inout TextPage, isFocused: Bool) {
        let label = page.y
        guard let value = value(of: field, in: model) else {
            page.add(model.place, style: isFocused ? Theme.selection : Theme.text)
            drawn.add(field, label: label, on: page)
            if isFocused { page.add(.words("contacts.here-or-there"), style: Theme.dim) }
            return
        }
        page.add(value.label, style: field == focus ? Theme.title : Theme.dim)
        let placeholder = field == focus ? value.placeholder : .empty
        page.add(TextFieldView(editor: editor(of: field), placeholder: placeholder), isFocused: isFocused)
        drawn.add(field, label: label, on: page)
        // The hint for a missing value appears only once its field has the focus.
        if field == focus || value.isWrong { page.add(value.hint, style: value.isWrong ? Theme.failure : Theme.dim) }
    }

    private func value(of field: Field, in model: EditContactViewModel) -> FieldViewModel? {
        switch field {
        case .userID: model.userID
        case .name: model.name
        case .note: model.note
        case .place: nil
        }
    }

    private var fields: [Field] {
        Field.allCases.filter { $0 != .userID || model?.isUserIDFixed != true }
    }

    /// Moves to the next empty field, or saves the contact if there is none.
    private func save(to model: EditContactViewModel) {
        if let emptyField {
            focus = emptyField
            return
        }
        reason = model.save(values) ?? .empty
    }

    /// The first required field that is empty, unless it is the one being edited.
    private var emptyField: Field? {
        let needed = fields.filter { [.userID, .name].contains($0) }
        return needed.first { editor(of: $0).isEmpty }.flatMap { $0 == focus ? nil : $0 }
    }

    private func performOnPlace(_ action: ActionID) -> Bool {
        guard [.characterBack, .characterForward].contains(action) else { return false }
        switchPlace()
        return true
    }

    private func edit(_ change: (inout TextEditor) -> Bool, _ model: EditContactViewModel) -> Bool {
        var editor = editor(of: focus)
        let before = editor.text
        guard change(&editor) else { return false }
        editors[focus] = editor
        if editor.text != before { model.changed(values) }
        return true
    }

    private func moveFocus(by count: Int) {
        let all = fields
        let place = all.firstIndex(of: focus) ?? 0
        focus = all[(place + count + all.count) % all.count]
    }

    private var values: EditContactViewModel.Fields {
        EditContactViewModel.Fields(
            userID: editor(of: .userID).text, name: editor(of: .name).text, note: editor(of: .note).text)
    }

    private func editor(of field: Field) -> TextEditor { editors[field] ?? TextEditor(allowsLines: false) }
}
