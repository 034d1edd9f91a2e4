import Terminal
import ViewModels

/// What is done with the selected message.
extension MessengerScreen {
    /// - Returns: whether the action is one for a message.
    func performOnMessage(_ action: ActionID) -> Bool {
        if action == .editLast {
            guard let actions = chat.actionsOfLastOwn else {
                say("You wrote nothing here yet that could be edited")
                return true
            }
            // What is written makes way, and comes back: all of it has to be told.
            composer.leave()
            say(actions.edit())
            return true
        }
        guard let actions = chat.actions else { return false }
        switch action {
        case .reply: write(actions.reply)
        case .editMessage: write(actions.edit)
        case .deleteMessage: askToDelete(actions.delete)
        case .react: chooseSign(for: actions)
        case .forward: chooseChat(for: actions)
        case .copyMessage: copy(actions.copyText)
        case .openLink: askToOpen(actions.links)
        case .goToQuoted:
            if actions.goToQuoted.reason == nil { chat.waitForQuoted() }
            say(actions.goToQuoted())
        case .turnSpoilers: say(actions.turnSpoilers())
        case .showStory: showPage(actions.showStory)
        case .resend: say(actions.resend())
        case .withdraw: say(actions.withdraw())
        case .keepSender: say(actions.keepSender())
        default: return false
        }
        return true
    }

    /// Why an action on the selected message can't be done now; `nil` where it can.
    func reason(for action: ActionID) -> DisplayText? {
        guard let actions = action == .editLast ? chat.actionsOfLastOwn : chat.actions else {
            return action == .editLast ? "You wrote nothing here yet" : nil
        }
        return switch action {
        case .reply: actions.reply.reason
        case .editMessage, .editLast: actions.edit.reason
        case .deleteMessage: actions.delete.reason
        case .react: actions.react.reason
        case .forward: actions.forward.reason
        case .copyMessage: actions.copyText.isEmpty ? "There is nothing to copy" : nil
        case .openLink: actions.links.isEmpty ? "It has no link to a page of the web" : nil
        case .goToQuoted: actions.goToQuoted.reason
        case .turnSpoilers: actions.turnSpoilers.reason
        case .showStory: actions.showStory.reason
        case .resend: actions.resend.reason
        case .withdraw: actions.withdraw.reason
        case .keepSender: actions.keepSender.reason
        default: nil
        }
    }

    /// The composer takes the focus where it is told what the next line is for.
    private func write(_ action: Action<Void>) {
        if let reason = action() {
            say(reason)
        } else {
            chat.clearSelection()
        }
    }

    private func askToDelete(_ delete: Action<String>) {
        ask("Delete this message?", placeholder: "Enter deletes; why?", delete)
    }

    private func ask(
        _ question: DisplayText, placeholder: DisplayText, _ action: Action<String>
    ) {
        if let reason = action.reason {
            say(reason)
            return
        }
        let pane = QuestionPane(question: question, placeholder: placeholder) { [weak self] text in
            self?.closeOverlay()
            self?.say(action(text))
        }
        pane.onChange = { [weak self] in self?.onChange() }
        open(.question(pane))
    }

    private func chooseSign(for actions: MessageActions) {
        if let reason = actions.react.reason {
            say(reason)
            return
        }
        open(
            FuzzyListViewModel(
                title: "React", placeholder: "a name, an emoji or a word", rows: actions.signs().map(closing),
                emptyText: "There are no signs",
                typedRow: { [weak self] in self?.closing(Self.typedSign($0, actions.react)) },
                cancel: { [weak self] in self?.closeOverlay() }))
    }

    private static func typedSign(_ text: String, _ react: Action<String>) -> FuzzyListRowViewModel {
        FuzzyListRowViewModel(
            id: FuzzyListRowID("typed"), title: DisplayText("with “") + DisplayText(sanitizing: text) + "”",
            choose: text.count > Self.longestSign
                ? .unavailable("That is a sentence: r answers with one")
                : .available { react(text) })
    }

    /// The row, which closes the list that it is chosen from.
    private func closing(_ row: FuzzyListRowViewModel) -> FuzzyListRowViewModel {
        guard row.choose.reason == nil else { return row }
        return row.choosing { [weak self] in
            self?.closeOverlay()
            self?.say(row.choose())
        }
    }

    /// A list over the panes, to choose one row of.
    func open(_ model: FuzzyListViewModel) {
        let list = FuzzyListPane(model: model)
        list.onChange = { [weak self] in self?.onChange() }
        list.onRefusal = { [weak self] in self?.say($0) }
        open(.commands(list))
    }

    private func chooseChat(for actions: MessageActions) {
        if let reason = actions.forward.reason {
            say(reason)
            return
        }
        let rows = actions.forwardTargets().map { row in
            FuzzyListRowViewModel(
                id: row.id, title: row.title, detail: row.detail,
                choose: .available { [weak self] in
                    self?.closeOverlay()
                    self?.say(row.choose() ?? DisplayText("Forwarded to ") + row.title)
                })
        }
        open(
            FuzzyListViewModel(
                title: "Forward to", rows: rows, emptyText: "There is no other chat",
                cancel: { [weak self] in self?.closeOverlay() }))
    }

    /// To the clipboard.
    func copy(_ text: DisplayText) {
        guard !text.isEmpty else {
            say("There is nothing to copy")
            return
        }
        guard text.string.utf8.count <= Self.copyLimit else {
            say("Too long to copy: a terminal takes 70,000 bytes at most")
            return
        }
        onCommand(.copy(text.string))
        say("Copied, where the terminal lets programs copy")
    }

    private func askToOpen(_ links: [MessageLink]) {
        guard let link = links.first else {
            say("It has no link to a page of the web")
            return
        }
        guard links.count > 1 else {
            confirm(link)
            return
        }
        let hosts = links.enumerated().map { DisplayText(sanitizing: "\($0 + 1) ") + $1.host }
        let question = DisplayText("Open which link? ") + hosts.joined(separator: "  ")
        let pick = Action<String>.available { [weak self] text in
            guard let number = Int(text), links.indices.contains(number - 1) else {
                self?.say("It has no link of that number")
                return
            }
            self?.confirm(links[number - 1])
        }
        ask(question, placeholder: "its number", pick)
    }

    private func confirm(_ link: MessageLink) {
        let question = DisplayText("Open ") + link.host + "? y opens, Esc stays: " + link.address
        open(
            .confirmation(
                ConfirmationPane(question: question) { [weak self] in
                    self?.closeOverlay()
                    self?.onCommand(.openLink(link.address.string))
                }))
    }

    func showPage(_ action: Action<Void>) {
        if let reason = action() {
            say(reason)
            return
        }
        let page = PagePane(page: pages)
        page.onChange = { [weak self] in self?.onChange() }
        open(.page(page))
    }

    /// A reaction of more characters is an answer.
    private static let longestSign = 40

    /// What terminals take in one OSC 52 sequence, in bytes before they are written in base64.
    private static let copyLimit = 70_000
}
