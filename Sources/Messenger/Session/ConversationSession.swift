import Conversations
package import Logging
package import MatrixAPI
package import MatrixClient
package import Storage
package import ViewModels

/// One account's conversations, from the database and the homeserver to the events that a screen subscribes to.
@MainActor
package final class ConversationSession {
    private let parts: SessionParts

    package init(
        account: Account, database: ProfileDatabase, client: HomeserverClient, events: ScreenEvents,
        environment: SessionEnvironment, logger: Logger
    ) {
        parts = SessionParts(
            account: account, database: database, client: client, events: events, environment: environment,
            logger: logger)
        parts.addRouters()
        parts.queue.open()
    }

    /// Shows what is on disk; no network is awaited.
    package func showFromDisk() throws(StorageError) {
        show(try parts.database.opening())
    }

    /// Shows what was read from disk already.
    package func show(_ opening: Opening) {
        parts.queue.post(CommandEvent.loaded(opening.recentCommands))
        parts.queue.post(SpaceEvent.loaded(openIDs: opening.openSpaceIDs))
        parts.queue.post(
            ChatEvent.loaded(
                chats: opening.chats, areAll: !opening.hasMoreChats, ignoredUserIDs: opening.ignoredUserIDs,
                drafts: opening.drafts, outbox: opening.outboxLines, openChatID: opening.lastOpenChatID,
                isBeforeFirstSync: opening.isBeforeFirstSync))
        relabelAtMidnight()
        parts.searchArchive.keepUp()
    }

    /// From now on these settings hold.
    ///
    /// - Parameter problems: what is wrong in their file; the first is shown.
    package func take(_ settings: MessengerSettings, problems: [any Reason]) {
        parts.queue.post(SettingsEvent.changed(settings, problems: problems))
    }

    /// What the terminal has for pictures is other than before.
    package func pictureMeansChanged() { parts.queue.post(PictureEvent.meansChanged) }

    /// Follows the homeserver and sends what waits, from now on by itself.
    package func goOnline() {
        parts.encryption?.begin(deviceID: parts.account.deviceID)
        if let encryption = parts.encryption { Task { await encryption.tend() } }
        if let verification = parts.verification { parts.tasks.run { await verification.run() } }
        parts.outbox.open(with: parts.models.outbox.lines)
        parts.sync.start()
        parts.unheard.run()
        parts.queue.post(SpaceEvent.refreshing)
    }

    /// Waits for a login; what is on disk can be read, and what is written waits.
    ///
    /// - Parameter isSoft: whether the next login goes on with this device.
    package func startLoggedOut(isSoft: Bool) {
        parts.queue.post(ConnectionEvent.changed(.stopped(.loggedOut(isSoft: isSoft))))
    }

    /// Says why there is no server to follow; what is on disk can be read all the same.
    package func cannotGoOnline(_ reason: any Reason) {
        parts.queue.post(ConnectionEvent.notStarted(reason))
    }

    /// Tells whether another account's chats are on screen in the place of this one's.
    package func turn(away isAway: Bool) { parts.queue.post(ReadingEvent.turned(away: isAway)) }

    /// Nobody sees what would be on screen: notices are raised from now on, whatever was done last.
    package func leaveUnwatched() { parts.queue.post(ReadingEvent.focusChanged(false)) }

    /// Notices of these chats stand on the desktop already, raised by another process.
    package func knowNotices(of chatIDs: Set<String>) { parts.notifier.know(chatIDs) }

    /// All chats to go to, as rows of a list.
    package func rowsToGoTo() -> [FuzzyListRowViewModel] { parts.handlers.navigation.rowsToGoTo() }

    /// Searches the account's messages for the screen of another account.
    package func search() -> AccountSearch { AccountSearch(parts) }

    /// Returns once the disk has answered all that it was asked.
    package func answered() async { await parts.disk.answered() }

    /// Ends everything; what was accepted is on disk when it returns.
    package func close() async {
        // Who ends it sees nothing of what still comes.
        leaveUnwatched()
        await parts.sync.finish()
        await parts.verification?.finish()
        await parts.encryption?.finish()
        await parts.tasks.finish()
        parts.readMarkers.finish()
        // An earlier try may have failed.
        parts.composerArchive.saveDraft(parts.models.composer.draft, at: parts.models.composer.draftPlace)
        await parts.disk.finish()
        parts.notifier.finish()
        parts.queue.close()
        parts.scripts.close()
    }

    /// `09:15` becomes `Yesterday` when the day ends.
    private func relabelAtMidnight() {
        parts.environment.after(TimeText.millisecondsToMidnight(from: parts.environment.now()) + 500) { [weak self] in
            guard let self else { return }
            self.parts.queue.post(DayEvent.began)
            self.relabelAtMidnight()
        }
    }
}

/// What is asked without a screen.
extension ConversationSession {
    /// Sends words as a line of their own; drafts stay as they are.
    ///
    /// - Returns: what becomes of it, until that is decided or the session ends.
    package func send(_ text: String, in chatID: String) -> AsyncStream<LineFate> {
        let line = ScriptLine(id: OutboxLine.newID(now: parts.environment.now()), chatID: chatID, text: text)
        let fates = parts.scripts.fates(ofLine: line.id)
        parts.queue.post(ScriptEvent.sending(line))
        return fates
    }

    /// Sends a file as a line of its own.
    ///
    /// - Parameters:
    ///   - path: where it is, from the root.
    ///   - caption: empty where nothing is said of it.
    /// - Returns: what becomes of it, until that is decided or the session ends.
    package func sendFile(at path: String, caption: String, in chatID: String) -> AsyncStream<LineFate> {
        let file = ScriptFile(
            id: OutboxLine.newID(now: parts.environment.now()), chatID: chatID, path: path, caption: caption)
        let fates = parts.scripts.fates(ofLine: file.id)
        parts.queue.post(ScriptEvent.sendingFile(file))
        return fates
    }

    /// Takes in the messages of a file, in chats of their own that no server knows.
    ///
    /// - Parameters:
    ///   - path: from the root.
    ///   - folder: where the files lie that they name, from the root; `nil` where they are nowhere.
    /// - Returns: `nil` where the session ended before that was done; what was taken in by then is kept.
    package func importFile(at path: String, folder: String?) async -> ImportOutcome? {
        let id = OutboxLine.newID(now: parts.environment.now())
        let outcome = parts.scripts.outcome(ofImport: id)
        parts.queue.post(ScriptEvent.importing(id: id, path: path, folder: folder))
        for await outcome in outcome { return outcome }
        return nil
    }

    /// Has the file of a message in the profile, from the server where it is not there.
    ///
    /// - Parameter content: of the message's event.
    package func keepFile(_ content: JSONValue) async -> FetchedFile? {
        guard let places = parts.environment.media else { return nil }
        let settings = parts.models.settings.settings.media
        return await FileKeeping(client: parts.client, places: places, settings: settings).keep(content)
    }

    /// Brings a chat on the screen. What is being written stays in the chat where that is.
    package func open(chatID: String) {
        parts.environment.handOverText()
        parts.queue.post(ChatEvent.opened(chatID: chatID))
    }

    /// How the connection stands, and each change of that, until the session ends.
    package func connection() -> AsyncStream<ConnectionState> { parts.scripts.connection() }

    /// Nobody waits any longer for what is told by ``send(_:in:)`` and ``connection()``; what was asked for goes on.
    package func stopTelling() { parts.scripts.close() }
}
