import Conversations
package import Engine
package import Logging
package import MatrixAPI
package import MatrixClient
package import Messenger
package import Storage
package import ViewModels

/// An account's conversations, from the database and the homeserver to the events that a screen subscribes to.
@MainActor
package final class ConversationSession {
    private let parts: SessionParts
    /// The token from which the sync continues, until it starts; the outer value is `nil` if it was not read.
    private var syncToken: String??

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

    /// Shows the contents of the disk without waiting for the network.
    package func showFromDisk() throws(StorageError) {
        show(try parts.effects.parts.database.opening())
    }

    /// Shows contents that were already read from disk.
    package func show(_ opening: StartupSnapshot) {
        syncToken = .some(opening.syncToken)
        parts.queue.post(CommandEvent.loaded(opening.recentCommands))
        parts.queue.post(SpaceEvent.loaded(openIDs: opening.openSpaceIDs))
        parts.queue.post(
            ChatEvent.loaded(
                chats: opening.chats, areAll: !opening.hasMoreChats, ignoredUserIDs: opening.ignoredUserIDs,
                drafts: opening.drafts, outbox: opening.outboxLines, openChatID: opening.lastOpenChatID,
                isBeforeFirstSync: opening.isBeforeFirstSync))
        relabelAtMidnight()
        parts.effects.searchArchive.indexContinuously()
    }

    /// Applies new settings.
    ///
    /// - Parameter problems: the errors in the settings file; the first is shown.
    package func apply(_ settings: MessengerSettings, problems: [any Reason]) {
        parts.queue.post(SettingsEvent.changed(settings, problems: problems))
    }

    /// Reacts to a change in how the terminal can draw pictures.
    package func pictureMeansChanged() { parts.queue.post(PictureEvent.meansChanged) }

    /// Starts following the homeserver and sending the messages of the outbox.
    package func goOnline() {
        parts.effects.encryption?.begin(deviceID: parts.effects.account.deviceID)
        parts.effects.sync.start(since: syncToken)
        syncToken = nil
        if let encryption = parts.effects.encryption { Task { await encryption.tend() } }
        if let verification = parts.effects.verification { parts.effects.tasks.run { await verification.run() } }
        parts.effects.outbox.open(with: parts.state.outbox.lines)
        parts.effects.missedHistory.run()
        parts.queue.post(SpaceEvent.refreshing)
    }

    /// Starts without a login. The contents of the disk can be read, and new messages wait in the outbox.
    ///
    /// - Parameter isSoft: whether the next login continues with this device.
    package func startLoggedOut(isSoft: Bool) {
        parts.queue.post(ConnectionEvent.changed(.stopped(.loggedOut(isSoft: isSoft))))
    }

    /// Reports why no server can be followed; the contents of the disk can still be read.
    package func cannotGoOnline(_ reason: any Reason) {
        parts.queue.post(ConnectionEvent.notStarted(reason))
    }

    /// Sets whether the screen shows another account's chats instead of this account's.
    package func turn(away isAway: Bool) { parts.queue.post(ReadMarkerEvent.turned(away: isAway)) }

    /// Treats the screen as unwatched: from now on notifications are raised, whatever the last input was.
    package func leaveUnwatched() { parts.queue.post(ReadMarkerEvent.focusChanged(false)) }

    /// Registers chats whose notifications another process has already raised on the desktop.
    package func knowNotices(of chatIDs: Set<String>) { parts.effects.notifier.know(chatIDs) }

    /// Returns all chats that can be opened, as rows of a list.
    package func rowsToGoTo() -> [FuzzyListRowViewModel] { parts.rowsToGoTo() }

    /// Searches the account's messages for the screen of another account.
    package func search() -> AccountSearch { AccountSearch(parts) }

    /// Returns once all pending disk reads are answered.
    package func answered() async { await parts.effects.disk.answered() }

    /// Ends the session; all accepted data is on disk when it returns.
    package func close() async {
        // Notifications of events that still arrive must be raised, because nobody sees the screen any more.
        leaveUnwatched()
        await parts.effects.sync.finish()
        await parts.effects.verification?.finish()
        await parts.effects.encryption?.finish()
        await parts.effects.tasks.finish()
        parts.effects.readMarkers.finish()
        // Saves the draft again in case an earlier attempt failed.
        parts.effects.composerArchive.saveDraft(parts.state.composer.draft, at: parts.state.composer.draftPlace)
        await parts.effects.disk.finish()
        parts.effects.notifier.finish()
        parts.queue.close()
        parts.effects.scripts.close()
    }

    /// Updates the times at the end of the day: `09:15` becomes `Yesterday`.
    private func relabelAtMidnight() {
        parts.environment.after(TimeText.millisecondsToMidnight(from: parts.environment.now()) + 500) { [weak self] in
            guard let self else { return }
            self.parts.queue.post(DayEvent.began)
            self.relabelAtMidnight()
        }
    }
}

/// Requests that need no screen.
extension ConversationSession {
    /// Sends text as a message of its own; drafts stay as they are.
    ///
    /// - Returns: the states of the message, until the last one or the end of the session.
    package func send(_ text: String, in chatID: String) -> AsyncStream<SendStatus> {
        let line = ScriptLine(id: OutboxLine.newID(now: parts.environment.now()), chatID: chatID, text: text)
        let fates = parts.effects.scripts.fates(ofLine: line.id)
        parts.queue.post(ScriptEvent.sending(line))
        return fates
    }

    /// Sends a file as a message of its own.
    ///
    /// - Parameters:
    ///   - path: the absolute path.
    ///   - caption: empty if there is none.
    /// - Returns: the states of the message, until the last one or the end of the session.
    package func sendFile(at path: String, caption: String, in chatID: String) -> AsyncStream<SendStatus> {
        let file = ScriptFile(
            id: OutboxLine.newID(now: parts.environment.now()), chatID: chatID, path: path, caption: caption)
        let fates = parts.effects.scripts.fates(ofLine: file.id)
        parts.queue.post(ScriptEvent.sendingFile(file))
        return fates
    }

    /// Imports the messages of a file into new chats that no server knows.
    ///
    /// - Parameters:
    ///   - path: the absolute path.
    ///   - folder: the absolute path of the folder with the attachments; `nil` if there is none.
    /// - Returns: `nil` if the session ended before the import did; messages imported by then are kept.
    package func importFile(at path: String, folder: String?) async -> ImportOutcome? {
        let id = OutboxLine.newID(now: parts.environment.now())
        let outcome = parts.effects.scripts.outcome(ofImport: id)
        parts.queue.post(ScriptEvent.importing(id: id, path: path, folder: folder))
        for await outcome in outcome { return outcome }
        return nil
    }

    /// Stores the file of a message in the profile, downloading it if it isn't cached.
    ///
    /// - Parameter content: the content of the message's event.
    package func fetchFile(_ content: JSONValue) async -> FetchedFile? {
        guard let places = parts.environment.media else { return nil }
        let settings = parts.state.settings.settings.media
        return await MessageFileFetcher(client: parts.effects.client, places: places, settings: settings).fetch(content)
    }

    /// Shows a chat. Text that is being written stays as a draft in its own chat.
    package func open(chatID: String) {
        parts.environment.handOverText()
        parts.queue.post(ChatEvent.opened(chatID: chatID))
    }

    /// Returns the connection state and its changes until the session ends.
    package func connection() -> AsyncStream<ConnectionState> { parts.effects.scripts.connection() }

    /// Ends the streams of ``send(_:in:)`` and ``connection()``; the requested work continues.
    package func stopTelling() { parts.effects.scripts.close() }
}
