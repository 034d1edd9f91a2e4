import Conversations

/// Decides what counts as read: what was on screen while somebody was looking, from the first unread message on without a gap.
@MainActor
final class ReadingModel {
    /// How long after a key press a person counts as looking, where the terminal never reported focus, in milliseconds.
    static let attention: Int64 = 60_000

    private var hasFocus: Bool?
    private var lastKey: Int64 = 0
    /// Whether no key was pressed since the program was started.
    private(set) var isFirstLook = false
    /// Whether what is on screen came there by itself, and nobody counts as looking before a key.
    private var awaitsKey = false
    /// Whether another account's chats are on screen.
    private(set) var isTurnedAway = false
    /// The places of the messages that are on screen, and their chat.
    private var onScreen: (chatID: String, positions: [Int64])?
    private var progress: [String: ReadProgress] = [:]
    private var told: [String: Int64] = [:]

    func setFocus(_ hasFocus: Bool) { self.hasFocus = hasFocus }

    func turn(away isAway: Bool) { isTurnedAway = isAway }

    func pressedKey(at now: Int64) {
        lastKey = now
        // Whoever types is there, whatever the terminal said or left out; it says once more when they go.
        if hasFocus == false { hasFocus = nil }
        isFirstLook = false
        awaitsKey = false
    }

    /// Whoever starts the program looks at what it shows.
    func started(at now: Int64) {
        lastKey = now
        isFirstLook = true
    }

    /// A chat will come on screen that nobody chose.
    func awaitKey() { awaitsKey = true }

    /// Something was said after that: the start doesn't tell whether anybody is there to see it.
    func heard() {
        if isFirstLook { lastKey = 0 }
    }

    /// Whether somebody looks at this account's chats.
    func isLooking(at now: Int64) -> Bool { !isTurnedAway && isThere(at: now) }

    /// Whether somebody looks at the terminal, whichever account's chats are on it.
    func isThere(at now: Int64) -> Bool {
        !awaitsKey && (hasFocus ?? (now - lastKey < ReadingModel.attention))
    }

    /// All up to a place of the chat was read, which is known now.
    func read(through position: Int64, chatID: String) {
        progress[chatID, default: ReadProgress()].read(through: position)
    }

    /// A person has done with all up to a place, seen or not.
    func accept(through position: Int64, chatID: String) {
        progress[chatID, default: ReadProgress()].accept(through: position)
    }

    /// How far the chat was read, as far as that is known.
    func readThrough(chatID: String) -> Int64? { progress[chatID]?.readThrough }

    /// The messages of a chat that are on screen now.
    func show(_ positions: [Int64], chatID: String) { onScreen = (chatID, positions) }

    /// The places of the messages of a chat that are on screen; `nil` where another chat is.
    func positionsOnScreen(chatID: String) -> [Int64]? {
        onScreen.flatMap { $0.chatID == chatID ? $0.positions : nil }
    }

    /// The newest message of others in a thread that is on screen while somebody is looking.
    func seen(chatID: String, in thread: MessageWindow, ownUserID: String, now: Int64) -> PlacedMessage? {
        guard isLooking(at: now), let onScreen = positionsOnScreen(chatID: chatID) else { return nil }
        let shown = Set(onScreen)
        return thread.messages.last { placed in
            shown.contains(placed.position) && placed.message.sender != ownUserID && placed.message.hasIdentifier
        }
    }

    /// The server knows that the account read up to here, from this device or another.
    func confirm(position: Int64, chatID: String) {
        told[chatID] = max(position, told[chatID] ?? .min)
        read(through: position, chatID: chatID)
    }

    func hasTold(_ position: Int64, chatID: String) -> Bool { position <= told[chatID] ?? .min }

    /// What is to be told to the server now: each event once.
    ///
    /// - Parameters:
    ///   - window: what is known of the chat around what is on screen.
    ///   - ignored: people whose words nobody has to see.
    func takeRead(
        chatID: String, in window: MessageWindow, ownUserID: String, ignored: Set<String> = [], now: Int64
    ) -> PlacedMessage? {
        guard var chat = progress[chatID] else { return nil }
        if isLooking(at: now), let onScreen, onScreen.chatID == chatID { chat.see(onScreen.positions) }
        let through = chat.advance(over: window) { message in
            message.sender != ownUserID && message.kind.countsAsUnread && !ignored.contains(message.sender)
        }
        progress[chatID] = chat
        guard isLooking(at: now), let through, through > told[chatID] ?? .min else { return nil }
        let newest = window.messages.last { placed in
            placed.position <= through && placed.message.sender != ownUserID && placed.message.hasIdentifier
        }
        guard let newest, newest.position > told[chatID] ?? .min else { return nil }
        told[chatID] = newest.position
        return newest
    }
}
