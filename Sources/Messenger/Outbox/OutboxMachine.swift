import Conversations

/// Decides which line goes out next: one at a time in a chat, chats side by side, each line until the server has it or
/// refuses it for good, and none before all that the server had was heard. It does nothing itself and has no clock: whoever carries out what it says tells it the time, in
/// milliseconds of a clock that never goes back.
///
/// A line that the server took and the sync doesn't show soon means that the sync is dead though other requests pass: what others say
/// is not heard, as that a chat is encrypted from now on. Nothing leaves then until the sync answered by a new connection.
struct OutboxMachine {
    enum Input: Equatable {
        case accepted(OutboxItem)
        /// What became of the item that ``Instruction/send(_:)`` was about.
        case finished(OutboxItem, Outcome)
        /// These items are no more; one that is under way ends by itself.
        case withdrawn(ids: [String])
        case timeCame
        /// All that the server had is known here, and what it says from now on is heard.
        case caughtUp
        /// What the server says is not heard.
        ///
        /// - isAway: whether it can't be asked, rather than being asked at the moment.
        case fellBehind(isAway: Bool)
        /// The sync showed these lines, or a request found that it had.
        case echoed(ids: [String])
        /// The server told of these chats.
        case heard(chatIDs: Set<String>)
        /// A person wants it now.
        case hurried
    }

    enum Instruction: Equatable {
        case send(OutboxItem)
        /// Come back with ``Input/timeCame`` at this time.
        case wake(at: Int64)
        case keepSent(id: String, eventID: String)
        case keepFailed(id: String, reason: LineRefusal)
        /// Hear all that the server has, by a new connection, and answer with ``Input/caughtUp``.
        case catchUp
        /// The same, because a line that the server took is not heard of: the connection that there is tells nothing.
        case replaceDeafSync
    }

    /// What became of a try.
    enum Outcome: Equatable {
        case sent(eventID: String)
        /// The server knows it, and there is nothing to keep of that.
        case told
        /// Worth another try; the server may have said after how many milliseconds.
        case failedForNow(Extent, retryAfter: Int64?)
        /// Nobody answered: the network may have been away, and with it what the server says.
        case unanswered
        /// Its chat is not known here yet; no request was made.
        case chatUnknown
        /// What was heard meanwhile kept it here; nothing of it left.
        case heldBack
        case refused(reason: LineRefusal)
        /// It was taken back before it left.
        case withdrawn
        /// The session ended, or the account is closed for now; the server may have said after how many milliseconds it is worth a
        /// try. Nothing goes before the server is heard again, and what it says of this is asked at once.
        case lockedOut(retryAfter: Int64?)
    }

    /// What else would fail as well.
    enum Extent: Equatable {
        /// The server answered, and has trouble with this chat.
        case chat
        case everything
    }

    private struct Lane {
        var items: [OutboxItem] = []
        var isUnderWay = false
        var rest: OutboxRest?
        /// Failures in a row of this chat alone.
        var failures = 0
        /// Whether it waits until the server tells of its chat.
        var awaitsChat = false
        /// Whether the server told of its chat since the item under way was sent.
        var heardOfChat = false
    }

    private enum Hearing {
        case live
        /// The server is heard as far as anyone knows, and all it has is asked for once more.
        case inDoubt
        case behind
    }

    private enum Phase: Equatable {
        case flowing
        case resting(OutboxRest)
        /// One item tries for all; `nil` until there is one.
        case probing(lane: String?)
    }

    private var lanes: [String: Lane] = [:]
    /// The lanes with items, in the order in which they have their turn.
    private var turns: [String] = []
    private var phase = Phase.flowing
    /// Nothing leaves unless it is live: elsewhere somebody may have made a chat an encrypted one, or read further.
    private var hearing = Hearing.behind
    /// Outages in a row, each counted once however many lines failed in it.
    private var failures = 0
    private var wakesAt: Int64?
    /// Until when the sync has to show lines that the server took, by their identifiers.
    private var echoesDue: [String: Int64] = [:]
    private var looksForEchoesAt: Int64?

    /// The first wait and the longest, in milliseconds, and the longest where it is not a chat that fails but all: whoever waits for the
    /// server's return sees it within so much.
    static let firstWait: Int64 = 1_000
    static let longestWait: Int64 = 60_000
    static let longestOutageWait: Int64 = 10_000
    /// How long the sync may take to show a line that the server took.
    static let echoPatience: Int64 = 10_000
    /// How many chats send at the same time, and how many beside them bring a file, which holds up nobody else's words.
    static let widest = 4
    static let widestForFiles = 2

    /// - Parameter jitter: from 0 to 1, so that many clients don't come back at the same moment.
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
        case .heard(let chatIDs): hear(of: chatIDs)
        case .hurried: hurry()
        }
        return kept + next() + wake(now: now) + wakeForEchoes(now: now)
    }
}

extension OutboxMachine {
    /// Whether an item that is under way may still leave.
    var mayLeave: Bool { hearing == .live }

    /// What keeps lines here, where nothing is under way that could end it: the server's wish, or a try that failed.
    var rest: OutboxRest? {
        if case .resting(let rest) = phase { return rest.isServersWish || hasLines ? rest : nil }
        return lanes.values.compactMap { lane in
            lane.items.first?.isLine == true && lane.rest?.isServersWish == false ? lane.rest : nil
        }.min { $0.until < $1.until }
    }

    private var hasLines: Bool { lanes.values.contains { $0.items.contains(where: \.isLine) } }

    private mutating func catchUp() {
        // A network that was in doubt and was there ends no rest: what failed would fail in the next moment again.
        if hearing != .inDoubt { hurry() }
        hearing = .live
        // Everything that the server had is here by now; a server that shows a line later than that is not asked again and again.
        echoesDue = [:]
        for name in lanes.keys { lanes[name]?.awaitsChat = false }
    }

    private mutating func hurry() {
        failures = 0
        endRests { !$0.isServersWish }
    }

    private mutating func hear(of chatIDs: Set<String>) {
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
        case .told:
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
            phase = .resting(OutboxRest(until: now + max(asked, Self.longestWait), isServersWish: asked > 0))
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

    /// Whatever it said, the way to it is open; only a pause that it asked for goes on.
    private mutating func serverAnswered() {
        failures = 0
        if case .resting(let rest) = phase, rest.isServersWish { return }
        phase = .flowing
    }

    /// All rests: many lines that fail in the same outage are one failure.
    private mutating func rest(_ name: String, _ wait: Int64?, now: Int64, jitter: Double) {
        switch phase {
        case .flowing, .probing(lane: name):
            failures += 1
            phase = .resting(
                rest(after: failures, wait, upTo: Self.longestOutageWait, now: now, jitter: jitter))
        case .resting(let current):
            guard let wait, wait > 0, now + wait > current.until, current.until < .max else { return }
            phase = .resting(OutboxRest(until: now + wait, isServersWish: true))
        case .probing:
            // From before the probe, which knows better.
            break
        }
    }

    private func rest(
        after count: Int, _ wait: Int64?, upTo longestWait: Int64, now: Int64, jitter: Double
    ) -> OutboxRest {
        let longest = min(Self.firstWait << Int64(min(count - 1, 10)), longestWait)
        let chosen = longest / 2 + Int64(Double(longest / 2) * min(max(jitter, 0), 1))
        let asked = wait ?? 0
        return OutboxRest(until: now + max(chosen, asked), isServersWish: asked > chosen)
    }

    private mutating func endRests(where isOver: (OutboxRest) -> Bool) {
        if case .resting(let rest) = phase, isOver(rest) { phase = .probing(lane: nil) }
        for (name, lane) in lanes {
            if let rest = lane.rest, isOver(rest) { lanes[name]?.rest = nil }
        }
    }

    /// Nothing was asked: another line tries for all.
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
        // Whoever tries for all says soon whether the server is back: a file does so only where there is nothing else.
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
        // Words take the place of a file that tries: it can be under way for hours.
        case .probing(lane: let name?) where withFile || lanes[name]?.items.first?.hasFile != true: return false
        case .probing, .flowing: break
        }
        let underWay = lanes.values.count { $0.isUnderWay && $0.items.first?.hasFile == withFile }
        return underWay < (withFile ? Self.widestForFiles : Self.widest)
    }

    /// A single timer: a busy outbox has many lines to look for.
    private mutating func wakeForEchoes(now: Int64) -> [Instruction] {
        if let looksForEchoesAt, looksForEchoesAt <= now { self.looksForEchoesAt = nil }
        guard looksForEchoesAt == nil, let earliest = echoesDue.values.min() else { return [] }
        looksForEchoesAt = earliest
        return [.wake(at: earliest)]
    }

    /// The next moment at which something is due, where that is not known yet.
    private mutating func wake(now: Int64) -> [Instruction] {
        if let wakesAt, wakesAt <= now { self.wakesAt = nil }
        var ends = lanes.values.compactMap { $0.rest?.until }
        if case .resting(let rest) = phase, rest.until < .max { ends.append(rest.until) }
        guard let earliest = ends.min(), earliest != wakesAt else { return [] }
        wakesAt = earliest
        return [.wake(at: earliest)]
    }
}
