package import Terminal
package import ViewModels

/// The details of the open chat: facts and members in one column, or the text field being edited.
@MainActor
package final class ChatDetailsPane: FocusPane {
    package var onChange: () -> Void = {}

    let host: PaneHost
    private(set) var model: ChatDetailsViewModel?
    private var editor = TextEditor(allowsLines: false)
    private var receiver = TextReceiver()
    private var reason: DisplayText = .empty
    /// The selected member; `nil` while the facts above the members are in focus.
    private(set) var selection: Int?
    private var top = 0
    private var height = 1
    private var factCount = 0
    /// Whether name and topic are shown in full.
    private var isWhole = false
    private var width = 80
    /// The rows of the members that were drawn last.
    private var drawn = RowHitTargets<Int>()

    package init(chatDetails: Event<ChatDetailsViewModel>, host: PaneHost) {
        self.host = host
        chatDetails.subscribe(self) { pane, model in pane.apply(model) }
    }

    /// The context for keys: the list, or the text field.
    package var context: PaneContext { model?.field == nil ? .chatDetails : .chatDetailsField }

    private func askToEncrypt() {
        guard let model else { return }
        host.ask(.words("chat-details.encrypt-question"), model.encrypt)
    }

    private func action(_ id: ActionID) -> Action<Void>? {
        switch id {
        case .nameChat: model?.rename
        case .setTopic: model?.setTopic
        case .invitePerson: model?.invite
        case .changeNotices: model?.changeNotices
        case .encryptChat: model?.encrypt
        case .showWhole: showWhole
        case .removeMember, .banMember, .unbanMember, .makeModerator, .makeAdmin, .takePower:
            moderation(action: id)
        case .admitMember:
            selection.flatMap { model?.member($0).admit } ?? .unavailable(.words("chat-details.choose-somebody"))
        case .changeEntrance: model?.access.changeJoinRule
        case .changeHistory: model?.access.changeHistory
        case .changeListing: model?.access.changeListing
        case .addAddress: model?.access.addAddress
        case .removeAddress: model?.access.removeAddress
        case .chatWithMember:
            selection.flatMap { model?.member($0).startChat } ?? .unavailable(.words("chat-details.choose-somebody"))
        // With no member selected, the screen verifies the other person of a direct chat.
        case .verifyPerson: selection.flatMap { model?.member($0).verify }
        default: nil
        }
    }

    private var showWhole: Action<Void> {
        guard let model, ChatDetailsFacts(model: model, width: width, isWhole: false).isLong else {
            return .unavailable(.words("chat-details.all-is-on-screen"))
        }
        return .available { [weak self] in self?.turnWhole() }
    }

    private func turnWhole() {
        isWhole.toggle()
        selection = nil
        top = 0
        onChange()
    }

    package func reason(against action: ActionID) -> DisplayText? {
        action == .saveField ? model?.field?.save.reason : self.action(action)?.reason
    }

    package func title(of action: ActionID) -> String? {
        guard action == .changeNotices, let title = model?.noticesTitle, !title.isEmpty else { return nil }
        return title
    }

    package func offers(_ action: ActionID) -> Bool { self.action(action).map { $0.reason == nil } ?? false }

    package func draw(on canvas: Canvas, isFocused: Bool) {
        drawn.removeAll()
        guard let model, canvas.size.height > 0 else { return }
        if let field = model.field {
            draw(field, of: model, on: canvas, isFocused: isFocused)
        } else {
            drawPage(model, on: canvas, isFocused: isFocused)
        }
    }

    package func back() -> Bool {
        guard let model else { return false }
        reason = .empty
        if let field = model.field { field.cancel() } else { model.back() }
        onChange()
        return true
    }

    package func perform(_ action: ActionID) -> Bool {
        guard let model else { return false }
        reason = .empty
        if let field = model.field { return perform(action, field) }
        switch action {
        case .selectPrevious: move(by: -1)
        case .selectNext: move(by: 1)
        case .selectScreenUp: move(by: -height)
        case .selectScreenDown: move(by: height)
        case .selectFirst:
            selection = nil
            top = 0
        case .selectLast: selection = model.memberCount > 0 ? model.memberCount - 1 : nil
        case .removeMember, .banMember, .unbanMember, .makeModerator, .makeAdmin, .takePower: askAboutMember(action)
        case .changeEntrance, .changeHistory, .changeListing, .addAddress, .removeAddress: askAboutAccess(action)
        case .encryptChat: askToEncrypt()
        default:
            guard let closure = self.action(action) else { return false }
            host.showMessage(closure())
        }
        onChange()
        return true
    }

    /// Selects the member at the point, or opens the actions of a member that is already selected.
    package func press(at point: Point) -> Bool {
        guard let place = drawn[point.y], place < model?.memberCount ?? 0 else { return false }
        if place == selection { host.onRun(.openActions) }
        selection = place
        onChange()
        return true
    }

    /// Moves the selection along if it would scroll out of view.
    package func scroll(at point: Point, by rows: Int) -> Bool {
        guard let model, model.field == nil else { return false }
        top = max(0, min(top + rows, factCount + model.memberCount - height))
        let members = top - factCount..<top - factCount + height
        if let chosen = selection, !members.contains(chosen) {
            selection = members.upperBound > 0 ? max(0, min(chosen, members.upperBound - 1)) : nil
            if let kept = selection { selection = max(kept, members.lowerBound) }
        }
        onChange()
        return true
    }

    package func type(_ text: String) -> Bool { edit { $0.type(text) } }

    package func paste(_ text: String) -> Bool {
        edit {
            $0.paste(text)
            return true
        }
    }
}

extension ChatDetailsPane {
    private func perform(_ action: ActionID, _ field: ChatDetailsViewModel.Field) -> Bool {
        guard action == .saveField else { return edit { $0.perform(action) } }
        let text = editor.text
        let question = field.question(text)
        guard question.isEmpty || field.save.reason != nil else {
            host.ask(question, .available { [weak self] in self?.save(text, field) })
            return true
        }
        save(text, field)
        return true
    }

    private func save(_ text: String, _ field: ChatDetailsViewModel.Field) {
        reason = field.save(text) ?? .empty
        onChange()
    }

    private func edit(_ change: (inout TextEditor) -> Bool) -> Bool {
        guard let field = model?.field, change(&editor) else { return false }
        reason = .empty
        field.changed(editor.text)
        onChange()
        return true
    }

    private func apply(_ model: ChatDetailsViewModel) {
        if let field = model.field, let text = receiver.replacement(in: field.handed) { editor.replaceAll(with: text) }
        if let chosen = selection, chosen >= model.memberCount {
            selection = model.memberCount > 0 ? model.memberCount - 1 : nil
        }
        if self.model == nil || self.model?.title != model.title {
            top = 0
            isWhole = false
        }
        self.model = model
        onChange()
    }

    /// Moves the selection. The facts above the members are scrolled before the first member is selected.
    private func move(by rows: Int) {
        guard let model else { return }
        if let chosen = selection {
            let next = chosen + rows
            if next < 0 {
                selection = nil
                top = max(0, factCount - height)
            } else {
                selection = min(next, model.memberCount - 1)
            }
        } else if rows > 0 {
            if top + height < factCount {
                top += min(rows, factCount - height - top)
            } else if model.memberCount > 0 {
                selection = min(rows, model.memberCount) - 1
            }
        } else {
            top = max(0, top + rows)
        }
    }

    private func draw(
        _ field: ChatDetailsViewModel.Field, of model: ChatDetailsViewModel, on canvas: Canvas, isFocused: Bool
    ) {
        var page = TextPage(canvas: canvas, y: canvas.size.height > 8 ? 1 : 0)
        page.add(model.title, style: Theme.title)
        page.addBlank()
        page.add(field.prompt)
        page.add(TextFieldView(editor: editor), isFocused: isFocused)
        page.add(field.hint, style: Theme.dim)
        page.addBlank()
        if model.shouldShowBusy { page.add(model.busyText, style: Theme.dim) }
        if model.shouldShowError { page.addOnce(model.errorText, style: Theme.failure) }
        page.addOnce(reason, style: Theme.failure)
    }

    private func drawPage(_ model: ChatDetailsViewModel, on canvas: Canvas, isFocused: Bool) {
        width = canvas.size.width
        let facts = ChatDetailsFacts(model: model, width: width, isWhole: isWhole).lines
        factCount = facts.count
        height = canvas.size.height
        if let chosen = selection {
            let line = factCount + chosen
            top = max(min(top, line), line - height + 1)
        }
        top = max(0, min(top, factCount + model.memberCount - height))
        for y in 0..<max(0, min(height, factCount - top)) { facts[top + y].draw(on: canvas, y: y) }
        let first = max(0, top - factCount)
        let members = (first..<max(first, min(model.memberCount, top + height - factCount))).map(model.member)
        let roleWidth = max(16, members.map { TextWidth.columns($0.role.string) }.max() ?? 0)
        for (place, member) in zip(first..., members) {
            let y = factCount + place - top
            drawn.add(place, y: y)
            draw(member, y: y, isSelected: place == selection, roleWidth: roleWidth, on: canvas)
            if isFocused, place == selection { canvas.placeCursor(at: Point(x: 0, y: y)) }
        }
    }

    /// - Parameter roleWidth: the width of the widest role in view, so that the text behind it is aligned.
    private func draw(
        _ member: ChatDetailsViewModel.Member, y: Int, isSelected: Bool, roleWidth: Int, on canvas: Canvas
    ) {
        let width = canvas.size.width
        if isSelected { canvas.draw(Marks.selected, at: Point(x: 0, y: y), style: Theme.title) }
        switch member.mark {
        case .verified: canvas.draw(Marks.verified, at: Point(x: 1, y: y), style: Theme.dim)
        case .doubtful: canvas.draw(Marks.doubtful, at: Point(x: 1, y: y), style: Theme.failure)
        case .none: break
        }
        let style = isSelected ? Theme.title : Theme.text
        let roleStart = max(12, min(28, width / 3))
        canvas.drawShortened(member.name.string, at: Point(x: 2, y: y), style: style, width: roleStart - 3)
        canvas.drawShortened(
            member.role.string, at: Point(x: roleStart, y: y), style: Theme.text, width: width - roleStart)
        let detailStart = roleStart + roleWidth + 2
        canvas.drawShortened(
            member.detail.string, at: Point(x: detailStart, y: y), style: Theme.dim, width: width - detailStart - 1)
    }
}

/// The join rule, history visibility, directory listing and addresses of a chat.
extension ChatDetailsPane {
    func askAboutAccess(_ action: ActionID) {
        guard let access = model?.access else { return }
        switch action {
        case .changeEntrance:
            choose(.words("chat-details.who-may-join"), access.joinRules, access.changeJoinRule)
        case .changeHistory:
            choose(.words("chat-details.who-reads-before"), access.histories, access.changeHistory)
        case .changeListing:
            choose(.words("chat-details.who-finds-it"), access.listings, access.changeListing)
        case .removeAddress:
            choose(.words("chat-details.which-address"), access.addresses, access.removeAddress)
        default:
            if let reason = access.addAddress.reason { return host.showMessage(reason) }
            host.ask(
                .words("chat-details.new-address"), placeholder: .words("chat-details.as-in-garden"),
                .available { [weak host] text in host?.showMessage(access.address(text)()) })
        }
    }

    private func choose(
        _ title: DisplayText, _ choices: [ChatDetailsViewModel.Choice], _ change: Action<Void>
    ) {
        if let reason = change.reason { return host.showMessage(reason) }
        let rows = choices.map { choice in
            FuzzyListRowViewModel(
                id: FuzzyListRowID(choice.title.string), title: choice.title,
                trailing: choice.isCurrent ? .words("chat-details.so-it-is") : .empty,
                choose: choice.choose.reason.map { .unavailable($0) }
                    ?? .available { [weak host] in
                        host?.closeTop()
                        guard !choice.question.isEmpty else { return host?.showMessage(choice.choose()) ?? () }
                        host?.ask(choice.question, choice.choose)
                    })
        }
        host.choose(
            from: FuzzyListViewModel(
                title: title, rows: rows, emptyText: .words("chat-details.none"),
                cancel: { [weak host] in host?.closeTop() }))
    }
}
