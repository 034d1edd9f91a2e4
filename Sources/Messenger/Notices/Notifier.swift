/// Tells a person who looks elsewhere of what arrived. An effect that routers ask for, which is never told twice.
@MainActor
final class Notifier {
    private let reading: ReadingModel
    private let settings: SettingsModel
    private let chatList: ChatListModel
    private let environment: SessionEnvironment
    private var gatherer = NoticeGatherer()

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

    /// Somebody may look now: what is not told yet they see on screen.
    func somebodyCame() {
        if reading.isThere(at: environment.now()) { gatherer.forget() }
    }

    private func tell() {
        let arrivals = gatherer.take(now: environment.now())
        guard !arrivals.isEmpty else { return }
        environment.raiseNotice(
            RaisedNotice(
                arrivals, shown: settings.settings.notices.shown, unreadTotal: chatList.unreadTotal))
    }
}
