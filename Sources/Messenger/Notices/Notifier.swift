/// Tells a person who looks elsewhere of what arrived. An effect that routers ask for, which is never told twice.
@MainActor
final class Notifier {
    private let reading: ReadingModel
    private let settings: SettingsModel
    private let chatList: ChatListModel
    private let surroundings: Surroundings
    private var gatherer = NoticeGatherer()

    init(models: SessionModels, surroundings: Surroundings) {
        reading = models.reading
        settings = models.settings
        chatList = models.chatList
        self.surroundings = surroundings
    }

    /// - Parameter chatInView: the chat on screen.
    func raise(_ arrivals: [Arrival], chatInView: String?) {
        let now = surroundings.now()
        let rules = settings.settings.notices
        guard !reading.isLooking(at: now), rules.quietHours?.hold(at: now) != true else { return }
        let wanted = arrivals.filter { arrival in
            guard rules.includesChatOnScreen || arrival.chatID != chatInView else { return false }
            return switch rules.what {
            case .all: true
            case .mentions: arrival.isMention
            case .none: false
            }
        }
        guard let wait = gatherer.add(wanted, now: now) else { return }
        surroundings.after(wait) { [weak self] in self?.tell() }
    }

    /// Somebody may look now: what is not told yet they see on screen.
    func somebodyCame() {
        if reading.isLooking(at: surroundings.now()) { gatherer.forget() }
    }

    private func tell() {
        let arrivals = gatherer.take(now: surroundings.now())
        guard !arrivals.isEmpty else { return }
        surroundings.raiseNotice(
            RaisedNotice(
                arrivals, shown: settings.settings.notices.shown, unreadTotal: chatList.unreadTotal))
    }
}
