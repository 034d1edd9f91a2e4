import Conversations
import MatrixAPI
package import ViewModels

/// Events of the composer.
package enum ComposerEvent: RoutedEvent {
    /// The current text, after a pause or when the field loses focus.
    case edited(text: String, of: ComposerTarget)
    /// The text was accepted with Enter.
    case submitted(text: String, of: ComposerTarget)
    /// The user confirmed a line whose effect can't be undone, such as `/leave`.
    case confirmed(text: String, of: ComposerTarget)
    /// Cancels a reply or an edit.
    case purposeCancelled
    /// A line could not be stored, or a command failed. The text is returned to the composer.
    case notKept(TypedLine, ComposerNotice)
    /// A text is put into the composer: a withdrawn line, an abandoned text or one from elsewhere.
    case givenBack(TypedLine, saying: ComposerNotice? = nil)
    /// The user recalls one of their earlier lines.
    case recalling(ComposerViewModel.Recall, of: ComposerTarget)
    /// The user's lines in a chat were loaded from disk, newest first.
    case recalled(OwnLinePage)
    /// The server ran a command.
    case commandDone(ComposerNotice, chatID: String)
}

/// Routes all events of the composer.
@MainActor
struct ComposerEventRouter: EventRouter {
    struct Models {
        let composer: ComposerModel
        let chatList: ChatListModel
        let outbox: OutboxModel
        let timeline: TimelineModel
        let power: PowerModel
        let navigation: NavigationModel
        let account: AccountModel
    }

    let models: Models
    let archive: ComposerArchive
    let outbox: OutboxArchive
    /// The upload limit of the server in bytes; `nil` until it is known.
    let uploadLimit: @MainActor () -> Int64?
    let typing: TypingNoticeEndpoint
    let commands: CommandEndpoint
    let handlers: SessionHandlers
    let queue: EventQueue
    let environment: SessionEnvironment

    func route(_ event: ComposerEvent) {
        switch event {
        case .edited(let text, let place):
            edit(text, of: place)
        case .submitted(let text, let place):
            submit(text, of: place)
        case .confirmed(let text, let place):
            submit(text, of: place, isConfirmed: true)
        case .purposeCancelled:
            if let left = models.composer.unsentEdit { queue.post(UndoEvent.did(left)) }
            models.composer.endPurpose()
            handlers.composer.changed()
        case .givenBack(let typed, let notice):
            returnToComposer(typed, notice)
        case .notKept(let typed, let notice):
            returnToComposer(typed, notice)
            if case .notJoined(let address, .takesKnocks) = notice { askToKnock(at: address, typed) }
        case .recalling(.older(let text), let place):
            guard apply(text, of: place) else { return }
            let unsent = models.outbox.unsentWords(chatID: place.chatID)
            if let position = models.composer.beginRecall(unsent: unsent) {
                archive.readOwnLines(of: models.account.userID, chatID: place.chatID, before: position)
            } else {
                recallOlder()
            }
        case .recalling(.newer(let text), let place):
            guard apply(text, of: place) else { return }
            if !models.composer.recallNewer() { models.composer.showNotice(.newestLine) }
            handlers.composer.changed()
        case .recalled(let page):
            guard page.chatID == models.composer.chatID, let walk = models.composer.recall else { return }
            // Several key presses may have requested the same page. The first response adds it, and each moves one line
            // further.
            if walk.next == page.before { models.composer.recall?.add(page.lines, next: page.next) }
            recallOlder()
        case .commandDone(let notice, let chatID):
            guard chatID == models.composer.chatID else { return }
            models.composer.showDone(notice)
            handlers.composer.changed()
        }
    }
}

extension ComposerEventRouter {
    private func edit(_ text: String, of place: ComposerTarget) {
        guard place.draftPlace != models.composer.draftPlace || text != models.composer.text else { return }
        let hadNotice = models.composer.notice != nil
        guard apply(text, of: place) else { return }
        let chatID = place.chatID
        saveDraft(models.composer.draft, at: place.draftPlace)
        typing.edited(isEmpty: text.isEmpty, chatID: chatID)
        let isLong = text.utf8.count > ComposedLine.maximumBytes / 4
        // Formatting adds bytes that the pane doesn't count.
        if isLong, case .tooLong(let excess) = line(text, chatID: chatID, isConfirmed: true) {
            models.composer.showNotice(.tooLong(by: excess))
        }
        if hadNotice || models.composer.notice != nil { handlers.composer.changed() }
    }

    /// Applies the text that a pane reports. If the pane shows another chat by now, the text becomes that chat's
    /// draft. If the text was replaced meanwhile, it is put above the new text.
    ///
    /// - Returns: whether it is the text in the field.
    private func apply(_ text: String, of place: ComposerTarget) -> Bool {
        guard place.draftPlace == models.composer.draftPlace else {
            saveDraft(text, at: place.draftPlace)
            return false
        }
        guard place.revision >= models.composer.replacedAt else {
            if !text.isEmpty { models.composer.restore(text) }
            saveDraft(models.composer.draft, at: place.draftPlace)
            handlers.composer.changed()
            return false
        }
        models.composer.edit(text, revision: place.revision)
        return true
    }

    private func recallOlder() {
        if !models.composer.recallOlder() {
            models.composer.showNotice(.noOlderLine)
        }
        handlers.composer.changed()
    }

    /// Returns a line to the composer, above any newer text. The line becomes a draft again, which is stored as
    /// soon as possible.
    private func returnToComposer(_ typed: TypedLine, _ notice: ComposerNotice? = nil) {
        guard typed.draftPlace == models.composer.draftPlace else {
            let written = models.chatList.drafts[typed.draftPlace] ?? ""
            saveDraft(written.isEmpty ? typed.text : typed.text + "\n" + written, at: typed.draftPlace)
            if let notice { models.composer.showNotice(notice, at: typed.draftPlace) }
            return
        }
        models.composer.restore(typed)
        if let notice { models.composer.showNotice(notice) }
        saveDraft(models.composer.draft, at: typed.draftPlace)
        handlers.composer.changed()
    }

    /// Offers to knock. The offer is made only if the composer still contains just the line that tried to join.
    private func askToKnock(at address: RoomAddress, _ typed: TypedLine) {
        guard typed.draftPlace == models.composer.draftPlace, models.composer.text == typed.text else { return }
        models.composer.ask(.knock(address), about: typed.text, notice: .notJoined(address, .takesKnocks))
        handlers.composer.changed()
    }

    private func saveDraft(_ draft: String, at place: String) {
        models.chatList.setDraft(draft, at: place)
        archive.saveDraft(draft, at: place)
        offerUndoOfDraft()
    }

    func offerUndoOfDraft() {
        handlers.chatList.changed()
        handlers.navigation.chatsChanged()
    }

    /// - Parameter isConfirmed: whether the user confirmed a change that can't be undone.
    private func submit(_ text: String, of place: ComposerTarget, isConfirmed: Bool = false) {
        // Nothing is sent to a chat that the user has not seen.
        guard apply(text, of: place) else { return }
        let chatID = place.chatID
        if asksAboutFile(text) { return handlers.composer.changed() }
        if models.composer.purpose != .newLine, finishPurpose(text, of: place, isConfirmed: isConfirmed) {
            handlers.composer.changed()
            return
        }
        switch line(text, chatID: chatID, isConfirmed: models.composer.confirmedText == text) {
        case .nothing:
            models.composer.showNotice(.nothingToSend)
        case .incomplete(let command):
            models.composer.showNotice(.incomplete(command))
        case .unknownCommand(let name):
            models.composer.askAgain(about: text, notice: .unknownCommand(name))
        case .tooLong(let excess):
            models.composer.showNotice(.tooLong(by: excess))
        case .command(let command, let argument):
            perform(command, argument: argument, text: text, of: place, isConfirmed: isConfirmed)
        case .message(let body, let isEmote):
            let (named, now) = (names(in: body, chatID: chatID), environment.now())
            let thread = thread(of: place)
            outbox.accept(typed: TypedLine(text, chatID: chatID, threadID: place.threadID)) {
                let text = try await named()
                return OutboxLine.message(
                    text, isEmote: isEmote, mentions: text.userIDs, chatID: chatID, thread: thread, now: now)
            }
            typing.stopped(chatID: chatID)
            free(place, isKept: true)
        }
        handlers.composer.changed()
    }

    /// The thread of a place; `nil` if the place is the chat itself.
    func thread(of place: ComposerTarget) -> ThreadTarget? {
        place.threadID.map { ThreadTarget(id: $0, newest: models.timeline.newestID ?? $0) }
    }

    /// Clears the field. If an earlier line was recalled in it, the previous draft is restored.
    ///
    /// - Parameter isKept: whether storing the line also replaces the draft on disk.
    func free(_ place: ComposerTarget, isKept: Bool = false) {
        let written = models.composer.recall.flatMap { $0.index >= 0 ? $0.written : nil } ?? ""
        models.composer.recall = nil
        models.composer.replace("")
        if !written.isEmpty { models.composer.restore(written) }
        models.chatList.setDraft(written, at: place.draftPlace)
        if !isKept || !written.isEmpty { archive.saveDraft(written, at: place.draftPlace) }
        offerUndoOfDraft()
    }

    /// The reason that a command can't change the open chat.
    private func unavailableReason(of command: SlashCommand) -> ComposerNotice? {
        if command == .share { return environment.sharing == nil ? .cantShare : nil }
        let isAboutChat =
            [.leave, .invite, .poll, .send, .topic, .space, .unspace].contains(command) || command.act != nil
        guard isAboutChat, let chat = models.chatList.openChat else { return nil }
        if chat.membership != .joined { return chat.isImported ? .isImported : .notInChat }
        let own = models.power.own(in: chat)
        return switch command {
        case .invite: own.mayInvite ? nil : .mayNotInvite
        case .poll: own.denialReason(toSend: PollForm.unstable.startType, .empty) == nil ? nil : .mayNotAsk
        case .topic: own.maySet("m.room.topic") ? nil : .mayNotSetTopic
        case .ban, .deop, .help, .join, .kick, .leave, .list, .me, .nick, .op, .quit, .send, .share, .space, .unban,
            .unspace:
            nil
        }
    }

    private func perform(
        _ command: SlashCommand, argument: String, text: String, of place: ComposerTarget, isConfirmed: Bool
    ) {
        let chatID = place.chatID
        let typed = TypedLine(text, chatID: chatID, threadID: place.threadID)
        if let reason = unavailableReason(of: command) {
            models.composer.showNotice(reason)
            return
        }
        if command == .leave, !isConfirmed {
            models.composer.ask(.leaveChat, about: text, notice: .stillInChat)
            return
        }
        if isHeldBack(command, argument, text: text, chatID: chatID, isConfirmed: isConfirmed) { return }
        if command.act != nil {
            let wanted = memberChange(command, argument: argument, text: text, isConfirmed: isConfirmed)
            guard let (change, name) = wanted else { return }
            typing.stopped(chatID: chatID)
            free(place)
            return commands.perform(change, called: name, typed: typed)
        }
        let chat = JoinArgument(argument, server: UserID(models.account.userID)?.server ?? "")
        if command == .join, chat == nil {
            models.composer.showNotice(.noChatAddress(argument.trimmed))
            return
        }
        if command == .send, let notice = unavailableReason(ofFileNamed: argument, chatID: chatID) {
            models.composer.showNotice(notice)
            return
        }
        let poll = command == .poll ? self.poll(typed: argument, chatID: chatID) : nil
        if command == .poll, poll == nil { return }
        typing.stopped(chatID: chatID)
        free(place, isKept: poll != nil || command == .send)
        // Until the outbox has copied the file, the typed line is stored as a draft.
        if command == .send { archive.saveDraft(text, at: place.draftPlace) }
        switch command {
        // `/me` is handled as a message, and the others were handled above.
        case .me, .ban, .deop, .kick, .op, .unban: break
        case .help:
            models.navigation.askForHelp()
            handlers.navigation.changed()
        case .join:
            guard let (room, reason) = chat.map({ ($0.address, $0.reason) }) else { return }
            let origin = JoinOrigin.line(typed)
            queue.post(
                isConfirmed
                    ? JoinEvent.knocking(room, reason: reason, from: origin)
                    : JoinEvent.asked(room, reason: reason, from: origin))
        case .list: queue.post(RoomDirectoryEvent.opened)
        case .leave: queue.post(ChatEvent.leaving(chatID: chatID))
        case .poll: if let poll { ask(poll, typed: text, of: place) }
        case .quit: environment.quit()
        case .send: send(fileAt: argument, typed: typed, of: place)
        case .share: queue.post(ShareEvent.opened)
        case .invite:
            let name = argument.trimmed
            if let person = UserID(name) { return commands.invite(person, typed: typed) }
            // A name may match several people, which the form lists.
            queue.post(CreateChatEvent.started(with: nil, for: .invitation(chatID: chatID, text: name)))
        case .nick: commands.rename(to: argument, typed: typed)
        case .topic: commands.setTopic(argument, typed: typed)
        case .space: commands.move(into: space(named: argument), named: argument.trimmed, typed: typed)
        case .unspace: commands.move(outOf: space(named: argument), named: argument.trimmed, typed: typed)
        }
    }
}

extension ComposerEventRouter {
    init(_ session: SessionParts) {
        let models = session.models
        self.init(
            models: Models(
                composer: models.composer, chatList: models.chatList, outbox: models.outbox, timeline: models.timeline,
                power: models.power, navigation: models.navigation, account: models.account),
            archive: session.composerArchive, outbox: session.outboxArchive,
            uploadLimit: { [outbox = session.outbox] in outbox.uploadLimit },
            typing: TypingNoticeEndpoint(
                session.endpointParts, isOnline: { [connection = models.connection] in connection.isOnline }),
            commands: CommandEndpoint(session.endpointParts),
            handlers: session.handlers, queue: session.queue,
            environment: session.environment)
    }
}
