import ViewModels

/// The join rule, history visibility and addresses of a chat.
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
            if let reason = access.addAddress.reason { return host.say(reason) }
            host.ask(
                .words("chat-details.new-address"), placeholder: .words("chat-details.as-in-garden"),
                .available { [weak host] text in host?.say(access.address(text)()) })
        }
    }

    private func choose(
        _ title: DisplayText, _ choices: [ChatDetailsViewModel.Choice], _ change: Action<Void>
    ) {
        if let reason = change.reason { return host.say(reason) }
        let rows = choices.map { choice in
            FuzzyListRowViewModel(
                id: FuzzyListRowID(choice.title.string), title: choice.title,
                trailing: choice.isCurrent ? .words("chat-details.so-it-is") : .empty,
                choose: choice.choose.reason.map { .unavailable($0) }
                    ?? .available { [weak host] in
                        host?.closeTop()
                        guard !choice.question.isEmpty else { return host?.say(choice.choose()) ?? () }
                        host?.ask(choice.question, choice.choose)
                    })
        }
        host.choose(
            from: FuzzyListViewModel(
                title: title, rows: rows, emptyText: .words("chat-details.none"),
                cancel: { [weak host] in host?.closeTop() }))
    }
}
