package import Conversations

/// Decides which item of the outbox is sent next. The machine has no side effects and no clock: its caller passes the
/// time in milliseconds of a monotonic clock.
///
/// ## Problem
///
/// An accepted line has to reach its chat exactly once and in order. The network, the server or this process may fail
/// at any moment. After a request without a response, this device can't know whether the server has the line. Its
/// knowledge of the chat may be outdated as well: the chat may have become encrypted while the device was offline.
///
/// ## Parts
///
/// - `OutboxArchive` commits a line, and in the same transaction deletes the draft that it was made from. Then it
///   posts ``OutboxEvent/accepted(_:)``, and `OutboxModel` holds the line for the screen. Both are in `Messenger`.
/// - ``OutboxEndpoint`` performs the instructions of this machine and reports the results to it.
/// - ``OutboxSender`` sends a single item. It uploads the file (``FileUploader``), encrypts (``EncryptionEndpoint``),
///   records the departure (`OutboxStore.leave`), and makes the request.
/// - `OutboxEchoes` deletes a line in the transaction that stores its event in the timeline. If that event has no
///   transaction identifier, storing the response deletes the line.
///
/// Each chat is a lane with one item under way at a time, and so are the read receipts of a chat. Lanes are served in
/// parallel. A line is retried until the server accepts it or refuses it for good. A failure of one chat delays its
/// lane alone. A failure of everything delays all lanes, and counts once however many lines failed in it. After that
/// delay, one item probes the server for all.
///
/// Nothing is sent before the sync has caught up with the server. If the sync doesn't show an accepted line soon, the
/// sync is dead although other requests pass. Then the client also misses other events, such as a chat becoming
/// encrypted. Nothing is sent until the sync has answered on a new connection.
///
/// ## Invariants
///
/// - An accepted line is on disk before it is drawn: `DatabaseFileTests.acceptedLineSurvivesACrash`.
/// - Lines of a chat are sent once, in order, and only while the sync is live:
///   `OutboxGateTests.randomStorySendsEachLineOnceInOrder`.
/// - A request is recorded on disk before it begins. From then on its line can be neither withdrawn nor rewritten,
///   unless the server refuses it or no byte was sent:
///   `OutboxChangeTests.possiblySentLineCannotBeWithdrawnOrRewritten`.
/// - A line for an encrypted chat is never sent in clear:
///   `OutboxChangeTests.unencryptedLineIsNotSentToAnEncryptedChat`.
/// - The user can't shorten a delay that the server requested:
///   `OutboxMachineTests.serverPauseIsHonoredAndNotShortened`.
///
/// ## After a crash
///
/// - Before the commit: the line doesn't exist, and the draft is as it was last saved.
/// - After the commit: the line is queued, and the next start sends it.
/// - During an upload: the file is uploaded again. After it, only the message is sent:
///   `FileSendingTests.crashAfterUploadDoesNotUploadAgain`.
/// - After the departure, until the response is stored: the line is sent again. Its identifier is the transaction
///   identifier, so the server returns the event that it has:
///   `KilledClientTests.lineWithUnsavedResponseIsSentOnce`. A server may have forgotten that after 23 hours, or
///   with another device. Then the user decides:
///   `OutboxChangeTests.possiblySentLineIsNotSentAgainAutomatically`.
/// - After the response is stored: the line waits for its echo. It is sent again, as another line, only if this device
///   can't decrypt the echo.
///
/// ## Why nothing simpler
///
/// A loop over the table would try every line in an outage, and one chat with a problem would block all others.
/// Without the record of the departure, a line could be withdrawn here and stay in the chat. The decisions are apart
/// from the requests, so that a test can run hundreds of random outages.
package struct OutboxMachine {
    enum Input: Equatable {
        case accepted(OutboxItem)
        /// The outcome of the item of an ``Instruction/send(_:)``.
        case finished(OutboxItem, Outcome)
        /// These items are gone. An item that is being sent still reports its outcome.
        case withdrawn(ids: [String])
        case timeCame
        /// The sync has caught up with the server and is live.
        case caughtUp
        /// The sync is not live.
        ///
        /// - isAway: whether the server is unreachable, as opposed to a sync that is just running.
        case fellBehind(isAway: Bool)
        /// The sync showed these lines, or a request found them there.
        case echoed(ids: [String])
        /// The sync has brought these chats.
        case chatsSynced(chatIDs: Set<String>)
        /// The user asked to send now.
        case hurried
    }

    enum Instruction: Equatable {
        case send(OutboxItem)
        /// Call back with ``Input/timeCame`` at this time.
        case wake(at: Int64)
        case keepSent(id: String, eventID: String)
        case keepFailed(id: String, reason: OutboxLineFailureReason)
        /// Sync again on a new connection, and answer with ``Input/caughtUp``.
        case catchUp
        /// The same, because the sync doesn't show an accepted line: the current connection delivers nothing.
        case replaceDeafSync
    }

    /// The outcome of a try.
    package enum Outcome: Equatable {
        case sent(eventID: String)
        /// The server accepted it, and no state has to be stored.
        case accepted
        /// A temporary error. The server may have sent the milliseconds to wait before a retry.
        case failedForNow(Extent, retryAfter: Int64?)
        /// There was no response. The network may have been down, so the sync is in doubt too.
        case unanswered
        /// The chat is not known on this device yet. No request was made.
        case chatUnknown
        /// A change during the try stopped the line before anything was sent.
        case heldBack
        case refused(reason: OutboxLineFailureReason)
        /// The line was withdrawn before it was sent.
        case withdrawn
        /// The session ended or the account is locked. The server may have sent the milliseconds to wait before a
        /// retry. Nothing is sent until the sync works again, and a sync is requested at once.
        case lockedOut(retryAfter: Int64?)
    }

    /// The scope of a failure.
    package enum Extent: Equatable {
        /// The server answered, and the failure concerns this chat only.
        case chat
        case everything
    }

    private struct Lane {
        var items: [OutboxItem] = []
        var isUnderWay = false
        var rest: RetryDelay?
        /// The consecutive failures of this chat alone.
        var failures = 0
        /// Whether the lane waits until the sync brings its chat.
        var awaitsChat = false
        /// Whether the sync has brought the chat since the current item was sent.
        var heardOfChat = false
    }

    private enum Hearing {
        case live
        /// The sync seems live, but a new sync was requested to make sure.
        case inDoubt
        case behind
    }

    private enum Phase: Equatable {
        case flowing
        case resting(RetryDelay)
        /// A single item probes the server for all; `nil` until an item is chosen.
        case probing(lane: String?)
    }

    private var lanes: [String: Lane] = [:]
    /// The lanes with items, in the order of their turns.
    private var turns: [String] = []
    private var phase = Phase.flowing
    /// The state of the sync. Nothing is sent unless it is live: the chat may have become encrypted, or another
    /// device may have read further.
    private var hearing = Hearing.behind
    /// The consecutive outages. Each counts once, however many lines failed in it.
    private var failures = 0
    private var wakesAt: Int64?
    /// The deadlines for the sync to show accepted lines, by line ID.
    private var echoesDue: [String: Int64] = [:]
    private var looksForEchoesAt: Int64?

    /// The maximum delay before the first retry, in milliseconds. Each further failure doubles it.
    static let firstWait: Int64 = 1_000
    /// The longest delay for a chat that fails alone, in milliseconds. It is also the shortest delay after
    /// ``Outcome/lockedOut(retryAfter:)``.
    static let longestWait: Int64 = 60_000
    /// The longest delay while everything fails, in milliseconds. It is short, so that the server's return is noticed
    /// soon.
    static let longestOutageWait: Int64 = 10_000
    /// The time in milliseconds in which the sync has to show an accepted line.
    static let echoPatience: Int64 = 10_000
    /// The number of chats that send at the same time, and of those that upload a file. Uploads have separate slots,
    /// so that they don't delay messages.
    static let widest = 4
    static let widestForFiles = 2

    /// - Parameter jitter: a random number from 0 to 1, which keeps many clients from retrying at the same moment.
    mutating func handle(_ input: Input, now: Int64, jitter: Double) -> [Instruction] {
        var kept: [Instruction] = []
        switch input {
        case .accepted(let item): accept(item)
        case .finished(let item, let outcome): kept = finish(item, outcome, now: now, jitter: jitter)
        case .withdrawn(let ids): withdraw(Set(ids))
        case .timeCame:
            endRests { $0.until <= now }
            kept = lookForEchoes(now: now)
        case .caughtUp: catchUp()
        case .fellBehind(let isAway): if isAway || hearing == .live { hearing = .behind }
        case .echoed(let ids): for id in ids { echoesDue[id] = nil }
        case .chatsSynced(let chatIDs): syncCaughtUp(of: chatIDs)
        case .hurried: hurry()
        }
        return kept + next() + wake(now: now) + wakeForEchoes(now: now)
    }
}

extension OutboxMachine {
    /// Whether an item that is being prepared may still be sent.
    var mayLeave: Bool { hearing == .live }

    /// The delay of waiting lines, if nothing is running that could end it: the server's rate limit, or a failed try.
    var rest: RetryDelay? {
        if case .resting(let rest) = phase { return rest.isServersWish || hasLines ? rest : nil }
        return lanes.values.compactMap { lane in
            lane.items.first?.isLine == true && lane.rest?.isServersWish == false ? lane.rest : nil
        }.min { $0.until < $1.until }
    }

    private var hasLines: Bool { lanes.values.contains { $0.items.contains(where: \.isLine) } }

    private mutating func catchUp() {
        // If the sync was only in doubt, the delays continue: a retry would fail again right away.
        if hearing != .inDoubt { hurry() }
        hearing = .live
        // The sync has caught up. A server that shows a line even later must not cause syncs again and again.
        echoesDue = [:]
        for name in lanes.keys { lanes[name]?.awaitsChat = false }
    }

    private mutating func hurry() {
        failures = 0
        endRests { !$0.isServersWish }
    }

    private mutating func syncCaughtUp(of chatIDs: Set<String>) {
        for chatID in chatIDs where lanes[chatID] != nil {
            lanes[chatID]?.awaitsChat = false
            lanes[chatID]?.heardOfChat = true
        }
    }

    private mutating func accept(_ item: OutboxItem) {
        guard lanes[item.lane]?.items.contains(where: { $0.id == item.id }) != true else { return }
        lanes[item.lane, default: Lane()].items.append(item)
        if !turns.contains(item.lane) { turns.append(item.lane) }
    }

    private mutating func withdraw(_ ids: Set<String>) {
        for (name, lane) in lanes {
            let first = lane.isUnderWay ? lane.items.first?.id : nil
            lanes[name]?.items = lane.items.filter { $0.id == first || !ids.contains($0.id) }
            dropIfEmpty(name)
        }
    }

    private mutating func finish(
        _ item: OutboxItem, _ outcome: Outcome, now: Int64, jitter: Double
    ) -> [Instruction] {
        lanes[item.lane]?.isUnderWay = false
        switch outcome {
        case .sent(let eventID):
            serverAnswered()
            drop(item)
            if hearing == .live { echoesDue[item.id] = now + Self.echoPatience }
            return [.keepSent(id: item.id, eventID: eventID)]
        case .accepted:
            serverAnswered()
            drop(item)
        case .refused(let reason):
            serverAnswered()
            drop(item)
            return [.keepFailed(id: item.id, reason: reason)]
        case .withdrawn:
            giveUpProbe(item.lane)
            drop(item)
        case .chatUnknown:
            giveUpProbe(item.lane)
            let wasHeardOf = lanes[item.lane]?.heardOfChat ?? false
            lanes[item.lane]?.awaitsChat = !wasHeardOf
            giveUpTurn(item.lane)
        case .heldBack:
            giveUpProbe(item.lane)
        case .unanswered:
            rest(item.lane, nil, now: now, jitter: jitter)
            giveUpTurn(item.lane)
            return doubt()
        case .lockedOut(let wait):
            let asked = wait ?? 0
            phase = .resting(RetryDelay(until: now + max(asked, Self.longestWait), isServersWish: asked > 0))
            giveUpTurn(item.lane)
            return doubt()
        case .failedForNow(.chat, let wait):
            serverAnswered()
            let count = (lanes[item.lane]?.failures ?? 0) + 1
            let ownRest = rest(after: count, wait, upTo: Self.longestWait, now: now, jitter: jitter)
            lanes[item.lane]?.failures = count
            lanes[item.lane]?.rest = ownRest
            giveUpTurn(item.lane)
        case .failedForNow(.everything, let wait):
            rest(item.lane, wait, now: now, jitter: jitter)
            giveUpTurn(item.lane)
        }
        return []
    }

    private mutating func lookForEchoes(now: Int64) -> [Instruction] {
        guard echoesDue.values.contains(where: { $0 <= now }), hearing == .live else { return [] }
        echoesDue = [:]
        hearing = .inDoubt
        return [.replaceDeafSync]
    }

    private mutating func doubt() -> [Instruction] {
        guard hearing == .live else { return [] }
        hearing = .inDoubt
        return [.catchUp]
    }

    /// Ends an outage, since any response shows that the server is reachable. A pause that the server requested
    /// continues.
    private mutating func serverAnswered() {
        failures = 0
        if case .resting(let rest) = phase, rest.isServersWish { return }
        phase = .flowing
    }

    /// Delays all lanes. Many lines that fail in the same outage count as one failure.
    private mutating func rest(_ name: String, _ wait: Int64?, now: Int64, jitter: Double) {
        switch phase {
        case .flowing, .probing(lane: name):
            failures += 1
            phase = .resting(
                rest(after: failures, wait, upTo: Self.longestOutageWait, now: now, jitter: jitter))
        case .resting(let current):
            guard let wait, wait > 0, now + wait > current.until, current.until < .max else { return }
            phase = .resting(RetryDelay(until: now + wait, isServersWish: true))
        case .probing:
            // This outcome is older than the probe, which gives a newer result.
            break
        }
    }

    private func rest(
        after count: Int, _ wait: Int64?, upTo longestWait: Int64, now: Int64, jitter: Double
    ) -> RetryDelay {
        let longest = min(Self.firstWait << Int64(min(count - 1, 10)), longestWait)
        let chosen = longest / 2 + Int64(Double(longest / 2) * min(max(jitter, 0), 1))
        let asked = wait ?? 0
        return RetryDelay(until: now + max(chosen, asked), isServersWish: asked > chosen)
    }

    private mutating func endRests(where isOver: (RetryDelay) -> Bool) {
        if case .resting(let rest) = phase, isOver(rest) { phase = .probing(lane: nil) }
        for (name, lane) in lanes {
            if let rest = lane.rest, isOver(rest) { lanes[name]?.rest = nil }
        }
    }

    /// Ends a probe that made no request, so that another item can probe.
    private mutating func giveUpProbe(_ name: String) {
        if phase == .probing(lane: name) { phase = .probing(lane: nil) }
    }

    private mutating func giveUpTurn(_ name: String) {
        turns.removeAll { $0 == name }
        turns.append(name)
    }

    private mutating func drop(_ item: OutboxItem) {
        let left = (lanes[item.lane]?.items ?? []).filter { $0.id != item.id }
        lanes[item.lane]?.items = left
        lanes[item.lane]?.failures = 0
        dropIfEmpty(item.lane)
    }

    private mutating func dropIfEmpty(_ name: String) {
        guard lanes[name]?.items.isEmpty == true else { return }
        lanes[name] = nil
        turns.removeAll { $0 == name }
    }

    private mutating func next() -> [Instruction] {
        guard mayLeave else { return [] }
        // A probe should tell soon whether the server is back, so a file is used only if nothing else waits.
        return [false, true].flatMap { next(withFiles: $0) }
    }

    private mutating func next(withFiles: Bool) -> [Instruction] {
        var sent: [Instruction] = []
        for name in turns {
            guard mayGo(withFile: withFiles) else { break }
            guard let lane = lanes[name], !lane.isUnderWay, !lane.awaitsChat, lane.rest == nil,
                let item = lane.items.first, item.hasFile == withFiles
            else { continue }
            lanes[name]?.isUnderWay = true
            lanes[name]?.heardOfChat = false
            if case .probing = phase { phase = .probing(lane: name) }
            sent.append(.send(item))
        }
        return sent
    }

    private func mayGo(withFile: Bool) -> Bool {
        switch phase {
        case .resting: return false
        // A message may take over the probe from a file, since an upload can run for hours.
        case .probing(lane: let name?) where withFile || lanes[name]?.items.first?.hasFile != true: return false
        case .probing, .flowing: break
        }
        let underWay = lanes.values.count { $0.isUnderWay && $0.items.first?.hasFile == withFile }
        return underWay < (withFile ? Self.widestForFiles : Self.widest)
    }

    /// Returns the timer for missing echoes. A single timer is enough even if many lines wait.
    private mutating func wakeForEchoes(now: Int64) -> [Instruction] {
        if let looksForEchoesAt, looksForEchoesAt <= now { self.looksForEchoesAt = nil }
        guard looksForEchoesAt == nil, let earliest = echoesDue.values.min() else { return [] }
        looksForEchoesAt = earliest
        return [.wake(at: earliest)]
    }

    /// Returns the timer for the next due time, if it isn't set already.
    private mutating func wake(now: Int64) -> [Instruction] {
        if let wakesAt, wakesAt <= now { self.wakesAt = nil }
        var ends = lanes.values.compactMap { $0.rest?.until }
        if case .resting(let rest) = phase, rest.until < .max { ends.append(rest.until) }
        guard let earliest = ends.min(), earliest != wakesAt else { return [] }
        wakesAt = earliest
        return [.wake(at: earliest)]
    }
}
