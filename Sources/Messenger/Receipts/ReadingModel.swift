/// Decides what counts as read: what was on screen while somebody was looking.
@MainActor
final class ReadingModel {
    /// How long after a key press a person counts as looking, where the terminal never reported focus, in milliseconds.
    static let attention: Int64 = 60_000

    private var hasFocus: Bool?
    private var lastKey: Int64 = 0
    /// Whether no key was pressed since the program was started.
    private(set) var isFirstLook = false
    private var shown: [String: (eventID: String, position: Int64)] = [:]
    private var told: [String: Int64] = [:]

    func setFocus(_ hasFocus: Bool) { self.hasFocus = hasFocus }

    func pressedKey(at now: Int64) {
        lastKey = now
        isFirstLook = false
    }

    /// Whoever starts the program looks at what it shows.
    func started(at now: Int64) {
        lastKey = now
        isFirstLook = true
    }

    /// Something was said after that: the start doesn't tell whether anybody is there to see it.
    func heard() {
        if isFirstLook { lastKey = 0 }
    }

    func isLooking(at now: Int64) -> Bool { hasFocus ?? (now - lastKey < ReadingModel.attention) }

    /// The last message of a chat that was on screen.
    func show(eventID: String, position: Int64, chatID: String) {
        guard position > (shown[chatID]?.position ?? .min) else { return }
        shown[chatID] = (eventID, position)
    }

    /// The server knows that the account read up to here, from this device or another.
    func confirm(position: Int64, chatID: String) {
        told[chatID] = max(position, told[chatID] ?? .min)
    }

    func hasTold(_ position: Int64, chatID: String) -> Bool { position <= told[chatID] ?? .min }

    /// What is to be told to the server now: each event once.
    func takeRead(chatID: String, now: Int64) -> String? {
        guard isLooking(at: now), let newest = shown[chatID] else { return nil }
        guard newest.position > (told[chatID] ?? .min) else { return nil }
        told[chatID] = newest.position
        return newest.eventID
    }
}
