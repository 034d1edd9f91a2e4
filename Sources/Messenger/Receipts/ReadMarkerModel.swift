import Conversations
import Engine

/// Events that show whether the user is reading.
package enum ReadMarkerEvent: RoutedEvent {
    /// The messages of a chat that are on screen, by their positions.
    case presented([Int64], chatID: String)
    /// The terminal got or lost the focus.
    case focusChanged(Bool)
    /// A key was pressed. The user is present, so visible messages may count as read.
    case keyPressed
    /// Another account's chats replaced this account's chats on screen, or the reverse.
    case turned(away: Bool)
}

/// Decides which messages count as read: those on screen while the user is present, from the first unread message on
/// without a gap.
struct ReadMarkerModel {
    /// The time in milliseconds after a key press in which the user counts as present, if the terminal never reported
    /// focus.
    static let attention: Int64 = 60_000

    private var hasFocus: Bool?
    private var lastKey: Int64 = 0
    /// Whether no key was pressed since the program started.
    private(set) var isFirstLook = false
    /// Whether the screen changed automatically, so that the user counts as absent until a key is pressed.
    private var awaitsKey = false
    /// Whether another account's chats are on screen.
    private(set) var isTurnedAway = false
    /// The positions of the messages on screen, and their chat.
    private var onScreen: (chatID: String, positions: [Int64])?
    private var progress: [String: ReadProgress] = [:]
    private var told: [String: Int64] = [:]

    mutating func setFocus(_ hasFocus: Bool) { self.hasFocus = hasFocus }

    mutating func turn(away isAway: Bool) { isTurnedAway = isAway }

    mutating func pressedKey(at now: Int64) {
        lastKey = now
        // A key press shows that the user is present, whatever the terminal reported. It reports the next loss of
        // focus again.
        if hasFocus == false { hasFocus = nil }
        isFirstLook = false
        awaitsKey = false
    }

    /// Counts the user as present, since they have just started the program.
    mutating func started(at now: Int64) {
        lastKey = now
        isFirstLook = true
    }

    /// Counts the user as absent until a key is pressed, since a chat appears automatically.
    mutating func awaitKey() { awaitsKey = true }

    /// Handles a new message after the start. The start doesn't show whether the user is present to read it.
    mutating func handleNewMessage() {
        if isFirstLook { lastKey = 0 }
    }

    /// Whether the user is looking at this account's chats.
    func isLooking(at now: Int64) -> Bool { !isTurnedAway && isThere(at: now) }

    /// Whether the user is looking at the terminal, whichever account is on screen.
    func isThere(at now: Int64) -> Bool {
        !awaitsKey && (hasFocus ?? (now - lastKey < ReadMarkerModel.attention))
    }

    /// Marks all up to a position as read.
    mutating func read(through position: Int64, chatID: String) {
        progress[chatID, default: ReadProgress()].read(through: position)
    }

    /// Marks all up to a position as read by the user, whether it was on screen or not.
    mutating func accept(through position: Int64, chatID: String) {
        progress[chatID, default: ReadProgress()].accept(through: position)
    }

    /// The read position of the chat, if it is known.
    func readThrough(chatID: String) -> Int64? { progress[chatID]?.readThrough }

    /// Sets the messages of a chat that are on screen.
    mutating func show(_ positions: [Int64], chatID: String) { onScreen = (chatID, positions) }

    /// Returns the positions of the messages on screen; `nil` if another chat is on screen.
    func positionsOnScreen(chatID: String) -> [Int64]? {
        onScreen.flatMap { $0.chatID == chatID ? $0.positions : nil }
    }

    /// Returns the newest message from others in a thread that is on screen while the user is looking.
    func seen(chatID: String, in thread: MessageWindow, ownUserID: String, now: Int64) -> PlacedMessage? {
        guard isLooking(at: now), let onScreen = positionsOnScreen(chatID: chatID) else { return nil }
        let shown = Set(onScreen)
        return thread.messages.last { placed in
            shown.contains(placed.position) && placed.message.sender != ownUserID && placed.message.hasIdentifier
        }
    }

    /// Records that the server has a receipt up to this position, from this device or another.
    mutating func confirm(position: Int64, chatID: String) {
        told[chatID] = max(position, told[chatID] ?? .min)
        read(through: position, chatID: chatID)
    }

    func hasTold(_ position: Int64, chatID: String) -> Bool { position <= told[chatID] ?? .min }

    /// Returns the message for the next read receipt. Each message is returned once.
    ///
    /// - Parameters:
    ///   - window: the loaded messages around those on screen.
    ///   - ignored: the people whose messages count as read without having been on screen.
    mutating func advanceReadPosition(
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

/// The read position of a chat. Messages on screen count as read from the first unread message on, but only as far as
/// none between them was missed.
struct ReadProgress {
    /// The position up to which all was read; `nil` if the first unread message is unknown.
    private(set) var readThrough: Int64?
    /// The positions beyond it that were on screen.
    private var seen: Set<Int64> = []
    /// The furthest position that was on screen or that the user marked as read.
    private var furthest = Int64.min

    /// Marks all up to a position as read, for example because another device has read it.
    mutating func read(through position: Int64) {
        readThrough = max(position, readThrough ?? .min)
        seen = seen.filter { $0 > position }
    }

    /// Marks all up to a position as read by the user, whether it was on screen or not.
    mutating func accept(through position: Int64) {
        read(through: position)
        furthest = max(furthest, position)
    }

    mutating func see(_ positions: [Int64]) {
        furthest = max(furthest, positions.max() ?? .min)
        seen.formUnion(positions.filter { $0 > readThrough ?? .min })
    }

    /// Advances the read position over the seen messages, as far as the window has no gap.
    ///
    /// - Parameter isUnread: whether a message has to be seen to count as read.
    /// - Returns: the position for a read receipt. All messages up to it are read, and none after the furthest position
    ///   that was on screen has a row. `nil` if the read position is unknown.
    mutating func advance(over window: MessageWindow, isUnread: (Message) -> Bool) -> Int64? {
        guard let start = readThrough, let first = window.messages.first?.position, first <= start + 1 else {
            return readThrough.map { min($0, furthest) }
        }
        // The search starts at the end, because this runs at each key press, and usually all messages were read
        // already.
        let messages = window.messages
        let later = messages.indices.last { messages[$0].position <= start }.map { $0 + 1 } ?? 0
        let missed = messages[later...].first { placed in
            isUnread(placed.message) && !seen.contains(placed.position)
        }
        var through = window.end ?? window.messages.last?.position ?? start
        if let missed { through = min(through, missed.position - 1) }
        // The missing messages will be inserted somewhere between the messages around the gap.
        if let gap = window.gaps.map(\.anchor).filter({ $0 > start }).min() {
            through = min(through, window.messages.last { $0.position < gap }?.position ?? start)
        }
        through = max(through, start)
        read(through: through)
        // The server also counts invisible messages, such as the steps of a verification in an encrypted chat.
        for placed in messages[later...] where placed.position > furthest {
            guard placed.message.standsNowhere else { break }
            furthest = placed.position
        }
        return min(through, furthest)
    }
}

extension Message {
    /// Whether the message has no row in any timeline, because it relates to another message or is meant for
    /// programs.
    var standsNowhere: Bool {
        switch kind {
        case .relation: true
        case .unknown: text.isEmpty
        case .text, .emote, .notice, .picture, .video, .sound, .file, .place, .sticker, .poll, .membership, .chatName,
            .chatTopic, .power, .joinRule, .historyVisibility, .pins, .chatEnd, .verification, .encrypted, .unreadable,
            .malformed:
            false
        }
    }
}
