import Conversations

/// Raises notifications while the user is away. Routers call it as an effect, and no message raises two notifications.
@MainActor
package final class Notifier {
    private let state: SessionState
    private let environment: SessionEnvironment
    private var gatherer = NotificationBatcher()
    /// The number of notified messages, for each chat with a visible notification.
    private var standing: [String: Int] = [:]
    /// The message whose text a chat's notification shows.
    private var told: [String: String] = [:]

    init(state: SessionState, environment: SessionEnvironment) {
        self.state = state
        self.environment = environment
    }

    /// - Parameter chatInView: the chat on screen.
    func raise(_ arrivals: [Arrival], chatInView: String?) {
        let now = environment.now()
        let rules = state.settings.settings.notices
        guard !state.reading.isThere(at: now), rules.quietHours?.isActive(at: now) != true else { return }
        let wanted = arrivals.filter { arrival in
            guard rules.includesChatOnScreen || arrival.chatID != chatInView else { return false }
            return switch rules.what {
            case .all: true
            case .mentions: arrival.isMention
            case .none: false
            }
        }
        guard let wait = gatherer.add(wanted, now: now) else { return }
        environment.after(wait) { [weak self] in self?.notify() }
    }

    /// Registers notifications that are visible already. Later ones continue their count, and they are withdrawn once
    /// their chat is read.
    package func know(_ chatIDs: Set<String>) {
        for chatID in chatIDs where standing[chatID] == nil {
            // A chat that is not loaded yet must not be mistaken for a removed one.
            standing[chatID] = state.chatList.chats[chatID].map(\.unreadCount)
        }
        settle()
    }

    /// Drops pending notifications if the user is back, since the messages are on screen.
    func somebodyCame() {
        if state.reading.isThere(at: environment.now()) { gatherer.forget() }
    }

    /// Withdraws notifications that show the text of these events, and drops pending ones.
    func forget(_ eventIDs: Set<String>) {
        gatherer.forget(eventIDs)
        let chatIDs = Set(told.filter { eventIDs.contains($0.value) }.keys)
        guard !chatIDs.isEmpty else { return }
        for chatID in chatIDs { (standing[chatID], told[chatID]) = (nil, nil) }
        environment.withdrawNotices(chatIDs)
    }

    /// Withdraws the notifications of chats that were read, here or on another device.
    func settle() {
        let read = standing.keys.filter { state.chatList.chats[$0] == nil || wasRead(chatID: $0) }
        guard !read.isEmpty else { return }
        for chatID in read { (standing[chatID], told[chatID]) = (nil, nil) }
        environment.withdrawNotices(Set(read))
    }

    /// Raises pending notifications right away, since the program ends.
    package func finish() { notify() }

    /// Whether the chat was read. An invitation counts as read once it is answered.
    private func wasRead(chatID: String) -> Bool {
        guard let chat = state.chatList.chats[chatID] else { return false }
        return chat.membership != .invited && chat.unreadCount == 0
    }

    private func notify() {
        let arrivals = gatherer.flush(now: environment.now()).filter { !wasRead(chatID: $0.chatID) }
        guard !arrivals.isEmpty else { return }
        let notice = RaisedNotification(
            arrivals, shown: state.settings.settings.notices.shown, unreadTotal: state.chatList.unreadTotal,
            standing: standing)
        for arrival in arrivals {
            standing[arrival.chatID, default: 0] += arrival.count
            told[arrival.chatID] = arrival.last?.eventID
        }
        environment.raiseNotice(notice)
    }
}

/// Combines simultaneous arrivals into one notification, with a pause between two. Nothing is lost or repeated.
struct NotificationBatcher {
    /// The time that the first arrival waits for others, in milliseconds.
    static let patience = 300
    /// The minimum time between two notifications, in milliseconds.
    static let pause = 5_000

    /// The arrivals, at most one for each chat. The chat with the newest message is last.
    private var arrivals: [Arrival] = []
    private var isWaiting = false
    private var lastRaised: Int64?

    /// - Returns: the delay in milliseconds after which to call ``flush(now:)``; `nil` if a timer is running already.
    mutating func add(_ new: [Arrival], now: Int64) -> Int? {
        for arrival in new {
            let earlier = arrivals.firstIndex { $0.chatID == arrival.chatID }.map { arrivals.remove(at: $0) }
            arrivals.append(earlier.map(arrival.joined) ?? arrival)
        }
        guard !arrivals.isEmpty, !isWaiting else { return nil }
        isWaiting = true
        let rest = lastRaised.map { Int64(Self.pause) - (now - $0) } ?? 0
        return Int(min(Int64(Self.pause), max(Int64(Self.patience), rest)))
    }

    mutating func flush(now: Int64) -> [Arrival] {
        isWaiting = false
        guard !arrivals.isEmpty else { return [] }
        lastRaised = now
        defer { arrivals = [] }
        return arrivals
    }

    /// Removes messages that were deleted before the notification was raised.
    mutating func forget(_ eventIDs: Set<String>) {
        arrivals = arrivals.compactMap { $0.without(eventIDs) }
    }

    /// Removes all arrivals, since the user is back and sees the messages on screen.
    mutating func forget() { arrivals = [] }
}
