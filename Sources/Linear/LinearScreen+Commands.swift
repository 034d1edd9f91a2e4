import ViewModels

extension LinearScreen {
    /// The number of messages read again if none is given.
    private static let fewMessages = 10

    /// Performs a command.
    func perform(_ command: LinearCommand, _ argument: String) {
        switch command {
        case .search: search(argument)
        case .go, .open: open(argument)
        case .more: if !finder.more() { chat.more() }
        case .new: start(with: argument)
        case .back: back()
        case .chats, .next, .accept, .decline: goAbout(command)
        case .read: chat.readAgain(Int(argument) ?? Self.fewMessages)
        case .older: chat.older()
        case .latest: chat.latest()
        case .retry: retry()
        case .withdraw: chat.withdraw()
        case .undo: status.takeBack()
        case .trust: writer.answerWarning()
        case .save: files.save(argument)
        case .view: files.view(argument)
        case .stop: files.stop(argument)
        case .contacts, .devices, .verify, .security: goToPeople(command, argument)
        case .login: logIn()
        case .status: sayStatus()
        case .help: sayHelp()
        case .quit: onQuit()
        }
    }

    private func goAbout(_ command: LinearCommand) {
        finder.close()
        switch command {
        case .next: go { $0.catchUp }
        case .accept: answer(invitation.accept)
        case .decline: answer(invitation.decline)
        default: list.sayChats()
        }
    }

    /// Performs the commands about contacts and devices.
    private func goToPeople(_ command: LinearCommand, _ argument: String) {
        finder.close()
        switch command {
        case .contacts:
            contacts.begin(with: argument)
            show { $0.contacts }
        case .devices:
            devices.begin()
            show { $0.devices }
        case .security: show { $0.security }
        default: verify(argument)
        }
    }

    /// Opens a pending request for verification. If there is none, it starts a verification.
    private func verify(_ argument: String) {
        if argument.isEmpty {
            if status.goToQuestion() { return awaitScreen() }
            return show { $0.verify }
        }
        guard let number = Int(argument) else { return announce(.words("linear.no-such-device", ["number": argument])) }
        if devices.compare(number) { awaitScreen() }
    }

    private func show(_ action: (NavigationViewModel.Actions) -> Action<Void>) {
        if ask(action) { awaitScreen() }
    }

    private func awaitScreen() {
        hold()
        awaitsScreen = true
    }

    private func search(_ words: String) {
        guard !words.isEmpty else { return announce(.words("linear.search-what")) }
        finder.search(for: words)
        ask { $0.search }
    }

    private func open(_ argument: String) {
        if let number = Int(argument), choices.choose(number) { return }
        guard !argument.isEmpty else { return announce(.words("linear.open-what")) }
        finder.close()
        list.open(argument)
    }

    private func start(with person: String) {
        guard !person.isEmpty else { return announce(.words("linear.new-with-whom")) }
        finder.close()
        newChat.begin(with: person)
        if let reason = navigation?.actions.newChat() {
            newChat.end()
            announce(reason.sentence)
        }
    }

    /// Sends a refused message again. If there is none, it reconnects.
    private func retry() {
        if chat.hasFailed { return chat.retry() }
        if let reason = status.tryNow() { announce(reason.sentence) }
    }

    private func back() {
        if verification.isOpen { return verification.back() }
        if security.isOpen { return security.back() }
        if share.isOpen { return share.back() }
        if finder.isOpen { return finder.close() }
        if case .available(let leave) = chat.model?.leaveThread { return leave(()) }
        go { $0.lastVisited }
    }

    /// Answers an invitation. If it wasn't opened yet, it is read first.
    private func answer(_ answer: () -> Void) {
        if !invitation.isOpen, let only = list.onlyInvitation { return list.open(only) }
        if !invitation.isOpen, status.goToQuestion() { return awaitScreen() }
        if invitation.isOpen { hold() }
        answer()
    }

    private func go(_ action: (NavigationViewModel.Actions) -> Action<Void>) {
        hold()
        if !ask(action) { release() }
    }

    /// - Returns: whether the action is available.
    @discardableResult
    private func ask(_ action: (NavigationViewModel.Actions) -> Action<Void>) -> Bool {
        guard let reason = navigation.map({ action($0.actions)() }) ?? .words("linear.no-chat-is-open") else {
            return true
        }
        announce(reason.sentence)
        return false
    }

    private func sayStatus() {
        status.announce()
        if invitation.isOpen { return announce(.words("linear.invitation-is-open")) }
        guard chat.isOpen, let model = chat.model else { return announce(.words("linear.none-is-open")) }
        announce(.words("linear.chat", ["chat": model.title.string]))
    }

    private func sayHelp() {
        navigation?.actions.helpOpened()
        announce(.words("linear.help"))
        for command in LinearCommand.allCases {
            let typed = command.argument.isEmpty ? command.name : "\(command.name) \(command.argument)"
            announce(.words("linear.command", ["command": typed, "title": command.title.string]))
        }
        help.askForCommands()
    }
}
