import Conversations

/// Decides which line goes out next: one at a time in a chat, chats side by side, each line until the server has it or
/// refuses it for good. It does nothing itself and has no clock: whoever carries out what it says tells it the time, in
/// milliseconds of a clock that never goes back.
struct OutboxMachine {
    enum Input: Equatable {
        case accepted(OutboxLine)
        /// What became of the line that ``Instruction/send(_:)`` was about.
        case finished(OutboxLine, Outcome)
        /// These lines are no more; one that is under way ends by itself.
        case withdrawn(ids: [String])
        case timeCame
        /// The server is heard again, or a person wants it now.
        case networkIsBack
    }

    enum Instruction: Equatable {
        case send(OutboxLine)
        /// Come back with ``Input/timeCame`` at this time.
        case wake(at: Int64)
        case keepSent(id: String, eventID: String)
        case keepFailed(id: String, reason: String)
    }

    /// What became of a try.
    enum Outcome: Equatable {
        case sent(eventID: String)
        /// Worth another try; the server may have said after how many milliseconds.
        case failedForNow(Extent, retryAfter: Int64?)
        case refused(reason: String)
        /// It was taken back before it left.
        case withdrawn
        /// The session ended; nothing goes before the server is heard again.
        case loggedOut
    }

    /// What else would fail as well.
    enum Extent: Equatable {
        /// The server answered, and has trouble with this chat.
        case chat
        case everything
    }

    private struct Lane {
        var lines: [OutboxLine] = []
        var isUnderWay = false
        var rest: Rest?
        /// Failures in a row of this chat alone.
        var failures = 0
    }

    private struct Rest: Equatable {
        var until: Int64
        /// The server asked for it: nobody ends it earlier.
        var isServersWish: Bool
    }

    private enum Phase: Equatable {
        case flowing
        case resting(Rest)
        /// One line tries for all; `nil` until there is one.
        case probing(chatID: String?)
    }

    private var lanes: [String: Lane] = [:]
    /// The chats with lines, in the order in which they have their turn.
    private var turns: [String] = []
    private var phase = Phase.flowing
    /// Outages in a row, each counted once however many lines failed in it.
    private var failures = 0
    private var wakesAt: Int64?

    /// The first wait and the longest, in milliseconds.
    static let firstWait: Int64 = 1_000
    static let longestWait: Int64 = 60_000
    /// How many chats send at the same time.
    static let widest = 4

    /// - Parameter jitter: from 0 to 1, so that many clients don't come back at the same moment.
    mutating func handle(_ input: Input, now: Int64, jitter: Double) -> [Instruction] {
        var kept: [Instruction] = []
        switch input {
        case .accepted(let line): accept(line)
        case .finished(let line, let outcome): kept = finish(line, outcome, now: now, jitter: jitter)
        case .withdrawn(let ids): withdraw(Set(ids))
        case .timeCame: endRests { $0.until <= now }
        case .networkIsBack:
            failures = 0
            endRests { !$0.isServersWish }
        }
        return kept + next() + wake(now: now)
    }
}

extension OutboxMachine {
    private mutating func accept(_ line: OutboxLine) {
        guard line.state == .queued, lanes[line.chatID]?.lines.contains(where: { $0.id == line.id }) != true else {
            return
        }
        lanes[line.chatID, default: Lane()].lines.append(line)
        if !turns.contains(line.chatID) { turns.append(line.chatID) }
    }

    private mutating func withdraw(_ ids: Set<String>) {
        for (chatID, lane) in lanes {
            let first = lane.isUnderWay ? lane.lines.first?.id : nil
            lanes[chatID]?.lines = lane.lines.filter { $0.id == first || !ids.contains($0.id) }
            dropIfEmpty(chatID)
        }
    }

    private mutating func finish(
        _ line: OutboxLine, _ outcome: Outcome, now: Int64, jitter: Double
    ) -> [Instruction] {
        lanes[line.chatID]?.isUnderWay = false
        switch outcome {
        case .sent(let eventID):
            serverAnswered()
            drop(line)
            return [.keepSent(id: line.id, eventID: eventID)]
        case .refused(let reason):
            serverAnswered()
            drop(line)
            return [.keepFailed(id: line.id, reason: reason)]
        case .withdrawn:
            // Nothing was asked: another line tries for all.
            if phase == .probing(chatID: line.chatID) { phase = .probing(chatID: nil) }
            drop(line)
        case .loggedOut:
            phase = .resting(Rest(until: .max, isServersWish: false))
        case .failedForNow(.chat, let wait):
            serverAnswered()
            let count = (lanes[line.chatID]?.failures ?? 0) + 1
            let chatsRest = rest(after: count, wait, now: now, jitter: jitter)
            lanes[line.chatID]?.failures = count
            lanes[line.chatID]?.rest = chatsRest
            giveUpTurn(line.chatID)
        case .failedForNow(.everything, let wait):
            rest(line.chatID, wait, now: now, jitter: jitter)
            giveUpTurn(line.chatID)
        }
        return []
    }

    /// Whatever it said, the way to it is open; only a pause that it asked for goes on.
    private mutating func serverAnswered() {
        failures = 0
        if case .resting(let rest) = phase, rest.isServersWish { return }
        phase = .flowing
    }

    /// All rests: many lines that fail in the same outage are one failure.
    private mutating func rest(_ chatID: String, _ wait: Int64?, now: Int64, jitter: Double) {
        switch phase {
        case .flowing, .probing(chatID: chatID):
            failures += 1
            phase = .resting(rest(after: failures, wait, now: now, jitter: jitter))
        case .resting(let current):
            guard let wait, wait > 0, now + wait > current.until, current.until < .max else { return }
            phase = .resting(Rest(until: now + wait, isServersWish: true))
        case .probing:
            // From before the probe, which knows better.
            break
        }
    }

    private func rest(after count: Int, _ wait: Int64?, now: Int64, jitter: Double) -> Rest {
        let longest = min(Self.firstWait << Int64(min(count - 1, 10)), Self.longestWait)
        let chosen = longest / 2 + Int64(Double(longest / 2) * min(max(jitter, 0), 1))
        let asked = wait ?? 0
        return Rest(until: now + max(chosen, asked), isServersWish: asked > chosen)
    }

    private mutating func endRests(where isOver: (Rest) -> Bool) {
        if case .resting(let rest) = phase, isOver(rest) { phase = .probing(chatID: nil) }
        for (chatID, lane) in lanes {
            if let rest = lane.rest, isOver(rest) { lanes[chatID]?.rest = nil }
        }
    }

    private mutating func giveUpTurn(_ chatID: String) {
        turns.removeAll { $0 == chatID }
        turns.append(chatID)
    }

    private mutating func drop(_ line: OutboxLine) {
        let left = (lanes[line.chatID]?.lines ?? []).filter { $0.id != line.id }
        lanes[line.chatID]?.lines = left
        lanes[line.chatID]?.failures = 0
        dropIfEmpty(line.chatID)
    }

    private mutating func dropIfEmpty(_ chatID: String) {
        guard lanes[chatID]?.lines.isEmpty == true else { return }
        lanes[chatID] = nil
        turns.removeAll { $0 == chatID }
    }

    private mutating func next() -> [Instruction] {
        var sent: [Instruction] = []
        for chatID in turns {
            switch phase {
            case .resting, .probing(chatID: .some): return sent
            case .probing(chatID: nil), .flowing: break
            }
            guard lanes.values.count(where: \.isUnderWay) < Self.widest else { break }
            guard let lane = lanes[chatID], !lane.isUnderWay, lane.rest == nil, let line = lane.lines.first else {
                continue
            }
            lanes[chatID]?.isUnderWay = true
            if phase == .probing(chatID: nil) { phase = .probing(chatID: chatID) }
            sent.append(.send(line))
        }
        return sent
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
