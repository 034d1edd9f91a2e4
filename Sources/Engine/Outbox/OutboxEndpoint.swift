package import Conversations
import MatrixAPI
package import MatrixClient
import Storage

/// Sends the lines and read receipts of the outbox to the homeserver, as ``OutboxMachine`` decides.
@MainActor
package final class OutboxEndpoint {
    private var carrier: OutboxSender
    private let parts: EndpointParts
    private var machine = OutboxMachine()
    private var isOpen = false
    private var heldBack: [OutboxItem] = []
    private var toldRest: RetryDelay?

    package init(_ parts: EndpointParts) {
        self.parts = parts
        carrier = OutboxSender(
            client: parts.client, outbox: parts.database.outbox, encryption: parts.encryption,
            deviceID: parts.account.deviceID)
        carrier.pictures = parts.environment.pictures
        carrier.media = Self.cache(parts.environment, MediaSettings())
    }

    /// Starts sending, beginning with the items of an earlier run.
    package func open(with lines: [OutboxLine]) {
        isOpen = true
        let left = lines.filter { $0.state == .queued }.map(OutboxItem.init) + heldBack
        heldBack = []
        for item in left { handle(.accepted(item)) }
        sweepFiles()
        parts.tasks.run { [parts] in
            // Receipts of an earlier run. If they can't be read, the next receipts replace them.
            for receipt in (try? await parts.database.outbox.receipts()) ?? [] { await self.send(.receipt(receipt)) }
        }
    }

    /// Continues in the session of a new login.
    package func open(with lines: [OutboxLine], deviceID: String) {
        carrier.deviceID = deviceID
        open(with: lines)
    }

    /// - Parameter isShared: whether read receipts are public.
    package func shareReading(_ isShared: Bool) { carrier.sharesReading = isShared }

    /// Sets the size of the cache, which sent pictures share with all other files.
    package func keepPictures(_ settings: MediaSettings) { carrier.media = Self.cache(parts.environment, settings) }

    private static func cache(_ environment: EngineEnvironment, _ settings: MediaSettings) -> MediaCache? {
        environment.media.map { MediaCache(path: $0.kept, limit: settings.keptBytes) }
    }

    package func send(_ line: OutboxLine) {
        if line.state == .queued { send(OutboxItem(line)) }
    }

    func send(_ item: OutboxItem) {
        guard isOpen else {
            heldBack.append(item)
            return
        }
        handle(.accepted(item))
    }

    package func connectionChanged(to state: ConnectionState) {
        switch state {
        case .online: handle(.caughtUp)
        case .connecting: handle(.fellBehind(isAway: false))
        case .waiting, .stopped: handle(.fellBehind(isAway: true))
        }
    }

    /// Handles chats whose sync data is on disk.
    package func handleSync(of chats: [Chat]) {
        handle(.chatsSynced(chatIDs: Set(chats.map(\.id))))
    }

    /// Handles lines that a timeline shows.
    package func echoed(_ ids: [String]) {
        if !ids.isEmpty { handle(.echoed(ids: ids)) }
    }

    /// Tries to send now, because the user asked for it.
    package func tryNow() {
        handle(.hurried)
    }

    /// Handles lines that were removed from disk.
    package func withdrew(_ ids: [String]) {
        carrier.withdrawals.add(ids)
        sweepFiles()
        heldBack.removeAll { ids.contains($0.id) }
        handle(.withdrawn(ids: ids))
    }

    /// The upload limit in bytes; `nil` if it is unknown yet.
    package var uploadLimit: Int64? { carrier.uploadLimit.known }

    /// Removes the stored files of lines that are gone. Files that can't be removed now are found at the next start.
    package func sweepFiles() {
        parts.tasks.run { [parts] in try? await parts.database.outbox.sweepFiles() }
    }

    private func handle(_ input: OutboxMachine.Input) {
        let now = parts.environment.clock.now()
        for instruction in machine.handle(input, now: now, jitter: .random(in: 0...1)) {
            switch instruction {
            case .send(let item):
                sendItem(item)
            case .wake(let time):
                parts.environment.after(Int(clamping: time - now)) { [weak self] in self?.handle(.timeCame) }
            case .keepSent(let id, let eventID):
                save(.sent(eventID: eventID), id: id)
                parts.queue.post(OutboxEvent.sent(id: id, eventID: eventID))
            case .keepFailed(let id, let reason) where reason.saysThereAlready:
                drop(id: id)
            case .keepFailed(let id, let reason):
                save(.failed(reason: reason), id: id)
                parts.queue.post(OutboxEvent.failed(id: id, reason: reason))
            case .catchUp:
                parts.queue.post(ConnectionEvent.inDoubt)
            case .replaceDeafSync:
                parts.queue.post(ConnectionEvent.deaf)
            }
        }
        reportRetryDelay(now: now)
    }

    private func reportRetryDelay(now: Int64) {
        let rest = machine.rest
        guard rest != toldRest else { return }
        toldRest = rest
        parts.queue.post(
            ConnectionEvent.linesWait(
                milliseconds: rest.map { max($0.until - now, 0) }, isServersWish: rest?.isServersWish ?? false))
    }

    private func sendItem(_ item: OutboxItem) {
        parts.tasks.run { [carrier, parts, now = parts.environment.now()] in
            let outcome: OutboxMachine.Outcome
            switch item {
            case .line(let id, _, _):
                outcome = await carrier.send(
                    id, now: now, mayLeave: { await self.machine.mayLeave },
                    progress: { await parts.queue.post(OutboxEvent.uploading(id: id, sent: $0)) },
                    left: { await parts.queue.post(OutboxEvent.left(id: id, mayHaveLeft: $0)) })
            case .receipt(let receipt):
                outcome = await carrier.carryReceipt(chatID: receipt.chatID)
            }
            if Task.isCancelled { return }
            await self.handle(.finished(item, outcome))
        }
    }

    /// Removes a line whose reaction the server already has from another device. The sync shows that one.
    private func drop(id: String) {
        parts.tasks.run { [parts] in
            do {
                try await parts.database.outbox.remove(id: id)
                await parts.queue.post(OutboxEvent.echoed(id: id))
            } catch {
                await parts.queue.post(ConnectionEvent.storageProblem(FailureReason(storing: error)))
            }
        }
    }

    /// Stores the state of a line. If that fails, the line is sent again after a restart, with the same transaction
    /// ID.
    private func save(_ state: OutboxLine.State, id: String) {
        parts.tasks.run { [parts] in
            do {
                let kept = try await parts.database.outbox.setState(id: id, state)
                if kept == nil { await parts.queue.post(OutboxEvent.echoed(id: id)) }
            } catch {
                await parts.queue.post(ConnectionEvent.storageProblem(FailureReason(storing: error)))
            }
        }
    }
}

extension OutboxLineFailureReason {
    /// Whether the account has already reacted with the same key (client-server API, "Annotations").
    fileprivate var saysThereAlready: Bool { code == .duplicateAnnotation }
}
