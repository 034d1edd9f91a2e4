package import Terminal
package import ViewModels

/// The steps of a screen with few rows: a text, and choices or a line to type.
@MainActor
package final class StepPane: FocusPane {
    private enum Field { case line }

    package var onChange: () -> Void = {}
    private let host: PaneHost
    private let choosing: PaneContext
    private let writing: PaneContext
    private var model: StepViewModel?
    private var editor = TextEditor(allowsLines: false)
    /// Whether the text in the field was not submitted yet.
    private var isUnsubmitted = false
    /// Whether typed or pasted text is waiting for its field to open.
    private var isFieldAsked = false
    private var chosen = 0
    private var reason: DisplayText = .empty
    private var page = ExplainedPage()
    private var drawnFields = FieldHitTargets<Field>()
    private var drawnWays = RowHitTargets<Int>()

    /// - Parameters:
    ///   - choosing: the context for keys while there are choices.
    ///   - writing: the context for keys while a line is typed.
    package init(steps: Event<StepViewModel>, choosing: PaneContext, writing: PaneContext, host: PaneHost) {
        self.host = host
        self.choosing = choosing
        self.writing = writing
        steps.subscribe(self) { pane, model in pane.apply(model) }
    }

    package var context: PaneContext { model?.field == nil ? choosing : writing }

    package func draw(on canvas: Canvas, isFocused: Bool) {
        guard let model else { return }
        page.draw(on: canvas, title: model.title, text: model.text) { page, isAiry in
            addChoice(of: model, to: &page, isAiry: isAiry, isFocused: isFocused)
        }
    }

    /// Adds the part below the text: the secret, the field, the choices and the error. The page calls this once to
    /// measure and once to draw, so the last call determines the targets of clicks.
    private func addChoice(of model: StepViewModel, to page: inout TextPage, isAiry: Bool, isFocused: Bool) {
        drawnFields.removeAll()
        drawnWays.removeAll()
        if !model.secret.isEmpty {
            if isAiry { page.skip(1) }
            page.add(model.secret, style: Theme.title)
        }
        if isAiry { page.skip(1) }
        if let field = model.field {
            page.add(field.label, style: Theme.title)
            let label = page.y
            page.add(TextFieldView(editor: editor, isSecret: field.isSecret), isFocused: isFocused)
            drawnFields.add(.line, label: label, on: page)
            if isAiry || model.text.isEmpty { page.add(field.hint, style: Theme.dim) }
        }
        for (place, way) in model.ways.enumerated() {
            let isChosen = place == chosen
            let top = page.y
            page.add(
                (isChosen ? "▌" : " ") + way.title, style: isFocused && isChosen ? Theme.title : Theme.text)
            drawnWays.add(place, y: top, rows: page.y - top)
        }
        if isWrittenInVain {
            let label = page.y
            page.add(TextFieldView(editor: editor), isFocused: isFocused)
            drawnFields.add(.line, label: label, on: page)
        }
        if isAiry, model.shouldShowBusy || model.shouldShowError || !reason.isEmpty { page.skip(1) }
        if model.shouldShowBusy { page.add(model.busyText, style: Theme.dim) }
        if model.shouldShowError { page.add(model.errorText, style: Theme.failure) }
        page.add(reason, style: Theme.failure)
    }

    package func back() -> Bool {
        reason = .empty
        if isWrittenInVain {
            editor.replaceAll(with: "")
            onChange()
            return true
        }
        model?.back()
        return model != nil
    }

    package var backLabel: String? { model?.backLabel.string }

    package func perform(_ action: ActionID) -> Bool {
        guard let model else { return false }
        reason = .empty
        switch action {
        case .choosePrevious: move(by: -1, in: model)
        case .chooseNext: move(by: 1, in: model)
        case .choose where isWrittenInVain: reason = .words("panes.no-field-to-write-in")
        case .choose where model.ways.indices.contains(chosen): choose(model.ways[chosen])
        case .answer:
            guard let field = model.field else { return false }
            isUnsubmitted = false
            reason = field.submit(editor.text) ?? .empty
        default:
            guard page.perform(action) || model.field != nil && editor.perform(action) else { return false }
        }
        onChange()
        return true
    }

    /// Moves the cursor, or selects a choice. A click never runs a choice.
    package func press(at point: Point) -> Bool {
        guard let model else { return false }
        if drawnFields.field(at: point) != nil {
            drawnFields.moveCursor(of: &editor, in: .line, to: point, isSecret: model.field?.isSecret == true)
        } else if let way = drawnWays[point.y], model.ways.indices.contains(way) {
            chosen = way
        } else {
            return false
        }
        reason = .empty
        onChange()
        return true
    }

    package func reason(against action: ActionID) -> DisplayText? {
        action == .answer ? model?.field?.submit.reason : nil
    }

    /// Accepts text without ever passing it to a chat, since it may be the recovery key, which must stay secret. If
    /// there is no field, the text has no effect but stays visible.
    package func type(_ text: String) -> Bool {
        guard editor.type(text) else { return false }
        openField()
        return true
    }

    package func paste(_ text: String) -> Bool {
        editor.paste(text)
        openField()
        return true
    }

    private var isWrittenInVain: Bool { model?.field == nil && !isFieldAsked && !editor.isEmpty }

    private func openField() {
        reason = .empty
        isUnsubmitted = true
        if let model, model.field == nil, !isFieldAsked, let open = model.openField {
            isFieldAsked = true
            open()
        }
        onChange()
    }

    private func choose(_ way: StepViewModel.Choice) {
        if !way.copied.isEmpty { host.copy(way.copied) }
        if !way.opened.isEmpty { host.onCommand(.openLink(way.opened.string)) }
        way.choose()
    }

    private func move(by count: Int, in model: StepViewModel) {
        guard !model.ways.isEmpty else { return }
        chosen = (chosen + count + model.ways.count) % model.ways.count
    }

    private func apply(_ model: StepViewModel) {
        if model.number != self.model?.number {
            // The rest of a secret would be visible, or go to another question.
            if isUnsubmitted, self.model?.field?.isSecret == true { host.onDiscardText() }
            isUnsubmitted = false
            if !isFieldAsked || model.field == nil { editor.replaceAll(with: model.field?.text ?? "") }
            isFieldAsked = false
            reason = .empty
            page.reset()
        }
        // Other choices may have different effects at the same place.
        if model.ways.map(\.title) != self.model?.ways.map(\.title) { chosen = 0 }
        self.model = model
        onChange()
    }
}
