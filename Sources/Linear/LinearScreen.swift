package import ViewModels

/// Reads the contents of the screen aloud as lines, and handles typed lines.
@MainActor
package final class LinearScreen {
    /// The timeout in milliseconds after which typed lines no longer wait for a reply.
    private static let patience = 3_000
    /// The time in milliseconds to wait for a chat that opens automatically. After it, the user is told that none is
    /// open.
    private static let pause = 300
    /// The most time in milliseconds for finishing the lines typed before the end of input.
    private static let longestEnd = 30_000

    /// Called at the end of the input, or when the user quits.
    package var onQuit: () -> Void = {}
    /// Called with `true` when the next line is a secret and must not be echoed, and with `false` afterwards.
    package var onSecret: (Bool) -> Void {
        get { login.hides }
        set { login.hides = newValue }
    }

    private let events: ScreenEvents
    private let after: (Int, @escaping @MainActor () -> Void) -> Void
    let voice: Announcer
    let question: LinearQuestion
    let choices: LinearChoices
    let firstRun: LinearFirstRun
    let login: LinearLogin
    let status: LinearStatus
    let list: LinearChatList
    let invitation: LinearInvitation
    let files: LinearFiles
    let chat: LinearChat
    let finder: LinearFinder
    let newChat: LinearNewChat
    let writer: LinearWriter
    let security: LinearSteps
    let share: LinearSteps
    let contacts: LinearContacts
    let devices: LinearDevices
    let verification: LinearVerification
    let help: LinearHelp
    var navigation: NavigationViewModel?
    private var toldScreen: NavigationViewModel.Screen?
    private var toldDetail: NavigationViewModel.Detail?
    /// The typed lines that wait until they can be handled.
    private var lines: [String] = []
    /// Whether a secret was requested after the last update.
    private var awaitedSecret = false
    /// Whether the next line is dropped because the question for a secret disappeared while it was typed.
    private var dropsNextLine = false
    private var holdNumber = 0
    private var isHeld = true
    /// Whether a requested screen isn't there yet.
    var awaitsScreen = false
    private var isEnding = false

    /// - Parameters:
    ///   - after: calls a closure on the main actor after a number of milliseconds.
    ///   - print: prints one line, given without its line break.
    package init(
        events: ScreenEvents, after: @escaping (Int, @escaping @MainActor () -> Void) -> Void,
        print: @escaping (String) -> Void
    ) {
        self.events = events
        self.after = after
        voice = Announcer(print: print)
        question = LinearQuestion(voice: voice)
        choices = LinearChoices(voice: voice, question: question)
        firstRun = LinearFirstRun(events.firstRun, voice: voice)
        login = LinearLogin(events.login, voice: voice, choices: choices)
        status = LinearStatus(events, voice: voice)
        list = LinearChatList(events.chatList, voice: voice, choices: choices, question: question)
        invitation = LinearInvitation(events.invitation, voice: voice)
        files = LinearFiles(voice: voice, question: question)
        chat = LinearChat(events.chat, voice: voice, question: question, files: files)
        finder = LinearFinder(events.picker, voice: voice, choices: choices)
        newChat = LinearNewChat(events.createChat, voice: voice, question: question)
        writer = LinearWriter(events.composer, voice: voice, question: question, chat: chat)
        security = LinearSteps(events.security, voice: voice, choices: choices)
        share = LinearSteps(events.share, voice: voice, choices: choices)
        contacts = LinearContacts(events.contacts, voice: voice, choices: choices)
        devices = LinearDevices(events.devices, voice: voice)
        verification = LinearVerification(events.verification, voice: voice, question: question)
        help = LinearHelp(events.completion, voice: voice)
        events.navigation.subscribe(self) { screen, navigation in screen.navigation = navigation }
        for reads in [
            \LinearScreen.chat.wasRead, \LinearScreen.invitation.wasRead, \LinearScreen.finder.hasFound,
            \LinearScreen.contacts.wasRead, \LinearScreen.devices.wasRead, \LinearScreen.verification.wasRead,
            \LinearScreen.security.wasRead,
        ] {
            self[keyPath: reads] = { [weak self] in self?.release() }
        }
        list.opens = { [weak self] in self?.hold() }
        security.hides = { [weak self] in self?.onSecret($0) }
        contacts.opens = { [weak self] hasChat in
            self?.hold()
            if !hasChat { self?.newChat.expect() }
        }
        finder.opens = { [weak self] in self?.hold(forJump: self?.finder.isSearch == true) }
    }

    /// Says a text that isn't on any screen.
    package func announce(_ text: DisplayText) { voice.announce(text) }

    /// Says the changes since the last call.
    package func present() {
        dropLinesOfEndedLogin()
        turn()
        firstRun.present()
        login.present()
        status.present()
        list.present()
        invitation.present()
        chat.present()
        finder.present()
        newChat.present()
        contacts.present()
        devices.present()
        verification.present()
        security.present()
        share.present()
        help.present()
        writer.present()
        let awaitsSecret = login.isHidden || security.isHidden
        if awaitedSecret, !awaitsSecret { dropsNextLine = true }
        awaitedSecret = awaitsSecret
        handleLines()
    }

    /// Discards the lines that wait to be handled if the login ended before its secret was entered, since one of them
    /// may be the password.
    private func dropLinesOfEndedLogin() {
        guard login.isOpen, let navigation, navigation.screen != .login, !login.hasAnsweredAll, !lines.isEmpty else {
            return
        }
        lines = []
        announce(.words("linear.text-is-discarded"))
    }

    /// Handles a typed line, given without its line break.
    package func handleLine(_ line: String) {
        lines.append(line)
        handleLines()
    }

    /// Handles the end of the input.
    package func end() {
        guard !isEnding else { return }
        isEnding = true
        after(Self.patience) { [weak self] in
            guard let self else { return }
            if lines.isEmpty { return onQuit() }
            after(Self.longestEnd) { [weak self] in self?.onQuit() }
        }
        handleLines()
    }

    private func turn() {
        guard let navigation else { return }
        let (screen, detail) = (navigation.screen, navigation.detail)
        chat.isOpen = screen != .firstRun && detail == .chat
        invitation.isOpen = detail == .invitation
        login.isOpen = screen == .login
        security.isOpen = screen == .security
        share.isOpen = screen == .share
        contacts.isOpen = screen == .contacts
        devices.isOpen = screen == .devices
        verification.isOpen = screen == .verification
        if screen != .createChat, toldScreen == .createChat { newChat.end() }
        if screen != toldScreen {
            awaitsScreen = false
            if screen == .firstRun, toldScreen == .login { firstRun.ask() }
            toldScreen = screen
            tellUnshown(screen, navigation)
        }
        guard screen == .chats, detail != toldDetail else { return }
        guard detail == .nothing else { return toldDetail = detail }
        // Before the first response of the server chats may still be loading.
        guard status.isSettled else { return }
        toldDetail = detail
        after(Self.pause) { [weak self] in
            guard let self, self.navigation?.detail == .nothing else { return }
            voice.announce(.words("linear.none-is-open"))
            release()
            handleLines()
        }
    }

    /// Leaves a screen with a form that the linear mode doesn't have.
    private func tellUnshown(_ screen: NavigationViewModel.Screen, _ navigation: NavigationViewModel) {
        switch screen {
        case .firstRun, .login, .chats, .contacts, .devices, .security, .share, .verification: return
        case .createChat where newChat.isOpen: return
        case .chatDetails, .createChat, .editContact:
            voice.announce(.words("linear.needs-a-screen"))
            navigation.actions.back()
        }
    }

    // MARK: Typed lines

    private func handleLines() {
        while !lines.isEmpty, !isBlocked { handle(lines.removeFirst()) }
        if isEnding, lines.isEmpty, !chat.awaitsOwnLine, status.unsentCount == 0 { onQuit() }
    }

    private var isBlocked: Bool {
        guard let navigation, !awaitsScreen else { return true }
        return switch navigation.screen {
        case .firstRun: firstRun.isWaiting
        case .login: login.isWaiting
        default: isHeld
        }
    }

    /// Makes typed lines wait until the requested content was read.
    ///
    /// - Parameter forJump: whether the content is a message that the user goes to, with its neighbors.
    func hold(forJump: Bool = false) {
        chat.awaitsJump = forJump
        isHeld = true
        holdNumber += 1
        after(Self.patience) { [weak self, holdNumber] in
            guard let self, self.holdNumber == holdNumber else { return }
            release()
            handleLines()
        }
    }

    func release() { isHeld = false }

    /// Handles a line before login. Only a few commands are recognized, because a secret may look like a command.
    private func handleBeforeLogin(_ typed: String) {
        let command = LinearCommand.parse(typed.trimming)
        switch command?.command {
        case .quit: onQuit()
        case .back where login.isOpen: login.back()
        case .login where !login.isOpen: logIn()
        case .open where login.isOpen && !login.isHidden: login.answer(command?.argument ?? "")
        default: if login.isOpen { login.answer(typed) } else { firstRun.answer(typed.trimming) }
        }
    }

    func logIn() {
        guard let navigation else { return }
        if let reason = navigation.actions.logIn() { return announce(reason.sentence) }
        awaitsScreen = true
    }

    private func handle(_ typed: String) {
        // This line answers the question for a secret, so the next line must not be dropped.
        awaitedSecret = false
        let line = typed.trimming
        let isDropped = dropsNextLine
        dropsNextLine = false
        // A command is never sent as a message, so it needn't be dropped.
        if isDropped, !line.hasPrefix("/") { return announce(.words("linear.text-is-discarded")) }
        guard navigation?.screen != .firstRun, !login.isOpen else { return handleBeforeLogin(typed) }
        navigation?.actions.keyPressed()
        if question.isAsked {
            if verification.isOpen, line == LinearCommand.back.name { return verification.back() }
            return line.isEmpty ? () : question.answer(line)
        }
        // A blank before a command makes it plain text.
        if let (command, argument) = LinearCommand.parse(typed) { return perform(command, argument) }
        if security.handle(line) || share.handle(line) { return }
        // The line may be a recovery key typed for an earlier step, and must never become a message.
        if security.isOpen, !line.isEmpty { return announce(.words("linear.text-is-discarded")) }
        if line.isEmpty { return writer.writeAgain() }
        if finder.isOpen { finder.close() }
        if !chat.isOpen, let command = list.command(typed) {
            if let reason = command.run() { announce(reason.sentence) }
            return
        }
        writer.write(typed)
    }
}

/// Asks for a name if there is no account.
@MainActor
final class LinearFirstRun {
    private let voice: Announcer
    private var model: FirstRunViewModel?
    private var isNew = false
    private var hasAsked = false
    /// Whether typed lines must wait, because the account is being created.
    var isWaiting: Bool { isBusy || awaitsAnswer }

    private var isBusy = false
    private var awaitsAnswer = false
    private var errorText = DisplayText.empty

    init(_ question: Event<FirstRunViewModel>, voice: Announcer) {
        self.voice = voice
        question.subscribe(self) { asker, model in (asker.model, asker.isNew) = (model, true) }
    }

    func present() {
        guard isNew, let model else { return }
        isNew = false
        apply(model)
    }

    /// Answers with a name; an empty line accepts the suggested one.
    func answer(_ line: String) {
        guard let model else { return }
        let name = line.isEmpty ? model.suggestedName : line
        if let reason = model.start(name) { return voice.announce(reason.sentence) }
        awaitsAnswer = true
    }

    func ask() {
        guard let model else { return }
        voice.announce(.words("linear.your-name", ["question": model.question.string, "name": model.suggestedName]))
    }

    private func apply(_ model: FirstRunViewModel) {
        awaitsAnswer = false
        if !hasAsked {
            hasAsked = true
            voice.announce(.words("linear.welcome"))
            voice.announce(.words("linear.log-in-instead"))
            ask()
        }
        if model.shouldShowBusy, !isBusy { voice.announce(model.busyText) }
        isBusy = model.shouldShowBusy
        let error = model.shouldShowError ? model.errorText : .empty
        if error != errorText, !error.isEmpty {
            voice.announce(error.sentence)
            ask()
        }
        errorText = error
    }
}
