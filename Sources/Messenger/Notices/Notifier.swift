import Conversations

/// Tells a person who looks elsewhere of what arrived. An effect that routers ask for, which is never told twice.
@MainActor
final class Notifier {
    private let reading: ReadingModel
    private let settings: SettingsModel
    private let chatList: ChatListModel
    private let environment: SessionEnvironment
    private var gatherer = NoticeGatherer()
    /// How many were told of each chat that was not read since.
    private var standing: [String: Int] = [:]
    /// The message whose words the notice of a chat has.
    private var told: [String: String] = [:]

    init(models: SessionModels, environment: SessionEnvironment) {
        reading = models.reading
        settings = models.settings
        chatList = models.chatList
        self.environment = environment
    }

    /// - Parameter chatInView: the chat on screen.
    func raise(_ arrivals: [Arrival], chatInView: String?) {
        let now = environment.now()
        let rules = settings.settings.notices
        guard !reading.isThere(at: now), rules.quietHours?.hold(at: now) != true else { return }
        let wanted = arrivals.filter { arrival in
            guard rules.includesChatOnScreen || arrival.chatID != chatInView else { return false }
            return switch rules.what {
            case .all: true
            case .mentions: arrival.isMention
            case .none: false
            }
        }
        guard let wait = gatherer.add(wanted, now: now) else { return }
        environment.after(wait) { [weak self] in self?.tell() }
    }

    /// Notices of these chats stand already: the next of one counts on, and they are taken back where it was read.
    func know(_ chatIDs: Set<String>) {
        for chatID in chatIDs where standing[chatID] == nil {
            // One that is not loaded yet is not one that is gone.
            standing[chatID] = chatList.chats[chatID].map(\.unreadCount)
        }
        settle()
    }

    /// Somebody may look now: what is not told yet they see on screen.
    func somebodyCame() {
        if reading.isThere(at: environment.now()) { gatherer.forget() }
    }

    /// Takes back the notices that have the words of these events, and those that were to come.
    func forget(_ eventIDs: Set<String>) {
        gatherer.forget(eventIDs)
        let chatIDs = Set(told.filter { eventIDs.contains($0.value) }.keys)
        guard !chatIDs.isEmpty else { return }
        for chatID in chatIDs { (standing[chatID], told[chatID]) = (nil, nil) }
        environment.withdrawNotices(chatIDs)
    }

    /// Chats may have been read, here or elsewhere: what was told of them is no news.
    func settle() {
        let read = standing.keys.filter { chatList.chats[$0] == nil || wasRead(chatID: $0) }
        guard !read.isEmpty else { return }
        for chatID in read { (standing[chatID], told[chatID]) = (nil, nil) }
        environment.withdrawNotices(Set(read))
    }

    /// What waits for others is told now: nobody else will.
    func finish() { tell() }

    /// Of an invitation, that it was answered.
    private func wasRead(chatID: String) -> Bool {
        guard let chat = chatList.chats[chatID] else { return false }
        return chat.membership != .invited && chat.unreadCount == 0
    }

    private func tell() {
        let arrivals = gatherer.take(now: environment.now()).filter { !wasRead(chatID: $0.chatID) }
        guard !arrivals.isEmpty else { return }
        let notice = RaisedNotice(
            arrivals, shown: settings.settings.notices.shown, unreadTotal: chatList.unreadTotal, standing: standing)
        for arrival in arrivals {
            standing[arrival.chatID, default: 0] += arrival.count
            told[arrival.chatID] = arrival.last?.eventID
        }
        environment.raiseNotice(notice)
    }
}
