package import ViewModels

/// Navigation in the chat, and the actions on the selected message.
extension ChatPane {
    package var context: PaneContext { .selection }

    package func perform(_ action: ActionID) -> Bool {
        switch action {
        case .screenUp: moveByScreen(-1)
        case .screenDown: moveByScreen(1)
        case .firstMessage: goToFirst()
        case .latestMessage:
            goToLatest()
            model?.wentToLatest()
        case .selectOlder: selectOlder()
        case .selectNewer: selectNewer()
        // The notice appears even if the place is already on screen and nothing moves.
        case .firstUnread: host.showMessage(go(to: .unread, goToUnread) ?? .words("chat.here-the-unread-begins"))
        case .editLast:
            host.showMessage(actionsOfLastOwn.map { $0.edit() } ?? .words("chat.nothing-of-yours-to-edit"))
        default: return performOnMessage(action)
        }
        return true
    }

    package func reason(against action: ActionID) -> DisplayText? {
        if action == .firstUnread { return goToUnread.reason }
        if action == .editLast {
            return actionsOfLastOwn.map { $0.edit.reason } ?? .words("chat.you-wrote-nothing-here-yet")
        }
        guard let actions else { return nil }
        return switch action {
        case .reply: actions.reply.reason
        case .editMessage: actions.edit.reason
        case .deleteMessage: actions.delete.reason
        case .react: actions.react.reason
        case .forward: actions.forward.reason
        case .copyMessage: actions.copyText.isEmpty ? .words("panes.nothing-to-copy") : nil
        case .openLink: reasonAgainstOpening(actions)
        case .saveFile: reason(against: actions.file?.save)
        case .stopFile: reason(against: actions.file?.stop)
        case .goToQuoted: actions.goToQuoted.reason
        case .openThread: actions.openThread.reason
        case .turnSpoilers: actions.turnSpoilers.reason
        case .showStory: actions.showStory.reason
        case .answerPoll, .answerByNumber: reasonAgainstAnswers(of: actions)
        case .endPoll: actions.endPoll.reason
        case .resend: actions.resend.reason
        case .withdraw: actions.withdraw.reason
        case .keepSender: actions.keepSender.reason
        default: nil
        }
    }

    package func title(of action: ActionID) -> String? {
        guard let actions else { return nil }
        return switch action {
        case .openThread: .words(actions.hasThread ? "chat.open-thread" : "chat.reply-in-thread")
        case .openLink where actions.file != nil: .words("media.open")
        case .turnSpoilers where actions.turnSpoilers.reason == nil:
            .words(actions.showsHidden ? "chat.hide-it-again" : "chat.show-what-it-hides")
        default: nil
        }
    }

    /// Returns from the open thread to the chat; `nil` if no thread is open.
    var leaveThread: Action<Void>? { model?.leaveThread }

    package var remark: DisplayText { actions?.remark ?? .empty }

    package func back() -> Bool {
        guard isSelecting else { return false }
        let goBack = isVisited ? model?.goBack : nil
        clearSelection()
        host.showMessage(goBack?())
        return true
    }

    private func performOnMessage(_ action: ActionID) -> Bool {
        guard let actions else { return false }
        if [.openLink, .goToQuoted, .openThread].contains(action) { reportScrollPosition() }
        switch action {
        case .reply: write(actions.reply)
        case .editMessage: write(actions.edit)
        case .deleteMessage: askToDelete(actions)
        case .react: chooseSign(for: actions)
        case .forward: chooseChat(for: actions)
        case .copyMessage: host.copy(actions.copyText)
        case .openLink: askToOpen(actions)
        case .saveFile: askToSave(actions)
        case .stopFile: host.showMessage(reason(against: actions.file?.stop) ?? actions.file?.stop())
        case .goToQuoted: host.showMessage(go(to: .quoted, actions.goToQuoted))
        case .openThread: host.showMessage(actions.openThread())
        case .turnSpoilers: host.showMessage(actions.turnSpoilers())
        case .showStory: host.showPage(actions.showStory)
        case .answerPoll: chooseAnswer(of: actions)
        case .answerByNumber: answer(0, of: actions)
        case .endPoll: askToEnd(actions)
        case .resend where !actions.resendQuestion.isEmpty: host.ask(actions.resendQuestion, actions.resend)
        case .resend: host.showMessage(actions.resend())
        case .withdraw: host.showMessage(actions.withdraw())
        case .keepSender: host.showMessage(actions.keepSender())
        default: return false
        }
        return true
    }

    /// Asks for the reason as text, then asks for confirmation. Neither typed text nor Enter alone deletes the
    /// message.
    private func askToDelete(_ actions: MessageActions) {
        let delete = actions.delete
        if let reason = delete.reason { return host.showMessage(reason) }
        guard actions.shouldAskWhyItIsDeleted else {
            return host.ask(.words("chat.delete-encrypted-question"), .available { _ = delete("") })
        }
        host.ask(
            .words("chat.delete-why"), placeholder: .words("chat.enter-goes-on"),
            .available { [weak host] why in
                host?.ask(.words("chat.delete-question"), .available { _ = delete(why) })
            })
    }

    /// Runs an action that sets the purpose of the next line, then moves the focus to the composer.
    private func write(_ action: Action<Void>) {
        if let reason = action() { host.showMessage(reason) } else { clearSelection() }
    }

    private func chooseSign(for actions: MessageActions) {
        if let reason = actions.react.reason { return host.showMessage(reason) }
        let host = host
        host.choose(
            from: FuzzyListViewModel(
                title: .words("chat.react"), placeholder: .words("chat.react-placeholder"),
                rows: actions.signs().map(host.closing),
                emptyText: .words("chat.there-are-no-signs"),
                typedRow: { [weak host] in host?.closing(Self.typedSign($0, actions.react)) },
                cancel: { [weak host] in host?.closeTop() }))
    }

    private static func typedSign(_ text: String, _ react: Action<String>) -> FuzzyListRowViewModel {
        FuzzyListRowViewModel(
            id: FuzzyListRowID("typed"), title: .words("chat.react-with", ["text": text]),
            choose: text.count > longestSign
                ? .unavailable(.words("chat.that-is-a-sentence"))
                : .available { react(text) })
    }

    private func chooseChat(for actions: MessageActions) {
        if let reason = actions.forward.reason { return host.showMessage(reason) }
        let rows = forwardTargets().map { target in
            FuzzyListRowViewModel(
                id: FuzzyListRowID(target.chatID), title: target.title,
                choose: .available { [weak host] in
                    host?.closeTop()
                    let reason = target.reason() ?? actions.forward(target.chatID)
                    host?.showMessage(reason ?? .words("chat.forwarded-to", ["name": target.title.string]))
                })
        }
        host.choose(
            from: FuzzyListViewModel(
                title: .words("chat.forward-to"), rows: rows, emptyText: .words("navigation.there-is-no-other-chat"),
                cancel: { [weak host] in host?.closeTop() }))
    }

    private func askToOpen(_ actions: MessageActions) {
        if let reason = reasonAgainstOpening(actions) { return host.showMessage(reason) }
        if let file = actions.file { return host.ask(file.openQuestion, file.open) }
        askToOpen(actions.links, actions.followLink)
    }

    private func reasonAgainstOpening(_ actions: MessageActions) -> DisplayText? {
        if let file = actions.file { return file.open.reason }
        return actions.links.isEmpty ? .words("chat.it-has-no-link") : nil
    }

    private func askToSave(_ actions: MessageActions) {
        if let reason = reason(against: actions.file?.save) { return host.showMessage(reason) }
        guard let file = actions.file else { return }
        host.ask(file.saveQuestion, placeholder: .words("media.save-placeholder"), file.save)
    }

    /// - Parameter action: `nil` if the message has no file.
    private func reason<Input>(against action: Action<Input>?) -> DisplayText? {
        guard let action else { return .words("media.brings-none") }
        return action.reason
    }

    func askToOpen(_ links: [MessageLink], _ follow: Action<String>) {
        guard let link = links.first else { return }
        guard links.count > 1 else { return confirm(link, follow) }
        let hosts = links.enumerated().map { place, link in
            DisplayText(sanitizing: "\(place + 1) ") + (link.chat.isEmpty ? link.host : link.chat)
        }
        let question = DisplayText.words("chat.open-which-link", ["hosts": hosts.joined(separator: "  ").string])
        let pick = Action<String>.available { [weak self] text in
            guard let number = Int(text), links.indices.contains(number &- 1) else {
                self?.host.showMessage(.words("chat.no-link-of-that-number"))
                return
            }
            self?.confirm(links[number - 1], follow)
        }
        host.ask(question, placeholder: .words("chat.number-of-the-link"), pick)
    }

    private func confirm(_ link: MessageLink, _ follow: Action<String>) {
        guard link.chat.isEmpty else {
            let question = DisplayText.words("chat.follow-link-question", ["chat": link.chat.string])
            return host.ask(question, .available { _ = follow(link.address.string) })
        }
        let question = DisplayText.words(
            "chat.open-link-question", ["host": link.host.string, "address": link.address.string])
        host.ask(question, .available { [weak host] in host?.onCommand(.openLink(link.address.string)) })
    }

    /// The maximum length of a reaction. Longer text should be sent as a reply.
    private static let longestSign = 40
}
