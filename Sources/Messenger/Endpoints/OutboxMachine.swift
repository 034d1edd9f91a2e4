import Conversations

/// Decides which line goes out next: one at a time in a chat, chats side by side, each line until the server has it or
/// refuses it for good. It does nothing itself.
struct OutboxMachine {
    enum Instruction: Equatable {
        case send(OutboxLine)
        /// Ask again with ``retryIsDue()`` after so many milliseconds.
        case wait(milliseconds: Int64)
        case keepSent(id: String, eventID: String)
        case keepFailed(id: String, reason: String)
    }

    /// What became of a try.
    enum Outcome: Equatable {
        case sent(eventID: String)
        /// Worth another try; the server may have said when, in milliseconds.
        case failedForNow(retryAfter: Int64?)
        case refused(reason: String)
        /// It was taken back before it left.
        case withdrawn
    }

    private var waiting: [String: [OutboxLine]] = [:]
    private var underWay: Set<String> = []
    /// Chats whose next try waits for the timer.
    private var resting: Set<String> = []
    private var failures = 0

    /// The first wait and the longest, in milliseconds.
    static let firstWait: Int64 = 1_000
    static let longestWait: Int64 = 60_000

    mutating func accept(_ line: OutboxLine) -> [Instruction] {
        guard line.state == .queued, waiting[line.chatID]?.contains(where: { $0.id == line.id }) != true else {
            return []
        }
        waiting[line.chatID, default: []].append(line)
        return next(chatID: line.chatID)
    }

    /// - Parameter jitter: from 0 to 1, so that many clients don't come back at the same moment.
    mutating func finished(_ line: OutboxLine, _ outcome: Outcome, jitter: Double) -> [Instruction] {
        underWay.remove(line.chatID)
        switch outcome {
        case .sent(let eventID):
            failures = 0
            drop(line)
            return [.keepSent(id: line.id, eventID: eventID)] + next(chatID: line.chatID)
        case .refused(let reason):
            drop(line)
            return [.keepFailed(id: line.id, reason: reason)] + next(chatID: line.chatID)
        case .withdrawn:
            drop(line)
            return next(chatID: line.chatID)
        case .failedForNow(let retryAfter):
            failures += 1
            resting.insert(line.chatID)
            return [.wait(milliseconds: retryAfter ?? backoff(jitter: jitter))]
        }
    }

    /// Lines that are no more; one that is under way ends by itself.
    mutating func withdraw(_ ids: [String]) {
        for (chatID, lines) in waiting {
            let first = underWay.contains(chatID) ? lines.first?.id : nil
            let left = lines.filter { $0.id == first || !ids.contains($0.id) }
            waiting[chatID] = left.isEmpty ? nil : left
        }
    }

    mutating func retryIsDue() -> [Instruction] {
        let chats = resting.sorted()
        resting = []
        return chats.flatMap { next(chatID: $0) }
    }

    /// The network is back, or a person wants it now: one try at once.
    mutating func networkIsBack() -> [Instruction] {
        failures = 0
        return retryIsDue()
    }

    private mutating func next(chatID: String) -> [Instruction] {
        guard !underWay.contains(chatID), !resting.contains(chatID), let line = waiting[chatID]?.first else {
            return []
        }
        underWay.insert(chatID)
        return [.send(line)]
    }

    private mutating func drop(_ line: OutboxLine) {
        waiting[line.chatID]?.removeAll { $0.id == line.id }
        if waiting[line.chatID]?.isEmpty == true { waiting[line.chatID] = nil }
    }

    private func backoff(jitter: Double) -> Int64 {
        let doubled = OutboxMachine.firstWait << Int64(min(failures - 1, 10))
        let wait = min(doubled, OutboxMachine.longestWait)
        return wait / 2 + Int64(Double(wait / 2) * min(max(jitter, 0), 1))
    }
}
