package import Conversations

/// The unread messages of the open chat, as far as they are known, and the line before the first of them.
package struct UnreadMarker: Equatable {
    private struct Counted: Equatable {
        var part: UnreadPart
        /// The position up to which messages were counted since the count was read from disk.
        var through = Int64.min
    }

    /// The server's unread count when the chat was read from disk.
    let unreadAtServer: Int
    private var counted: Counted?
    private var isSkipped = false
    /// The number of messages by others after the end of the window.
    package private(set) var arrivedBelow = 0

    init(unreadAtServer: Int = 0) {
        self.unreadAtServer = unreadAtServer
    }

    /// The messages that were unread when the chat was opened, or that arrived while the user wasn't looking.
    package var unread: UnreadPart? { counted?.part }

    /// The position of the message below the line for new messages.
    package var newLinePosition: Int64? { unread?.first }

    /// Sets the start of the unread messages, as far as it is known, and counts those after the end of the window.
    mutating func set(_ unread: UnreadPart?, in window: MessageWindow) {
        counted = unread.map { Counted(part: $0) }
        guard window.hasNewer, let unread, let last = window.messages.last else { return }
        let inWindow = window.messages.count { $0.position >= unread.first ?? .max && $0.message.kind.countsAsUnread }
        arrivedBelow = last.position < unread.first ?? .max ? unread.count : max(0, unread.count - inWindow)
    }

    /// Counts messages at the end of the timeline that arrived while the user wasn't looking.
    mutating func count(_ messages: [PlacedMessage], movesLine: Bool) {
        // Messages that arrived before an answer of the disk without them are added again, and must not
        // be counted twice.
        let messages = messages.filter { $0.position > counted?.through ?? .min }
        guard let first = messages.first, let last = messages.last else { return }
        // If some unread messages are missing, the first one is among those and the line can't move.
        if let unread, !unread.isWhole { return }
        if let unread, unread.first != nil, !movesLine {
            counted?.part.count = min(unread.count + messages.count, UnreadPart.countLimit)
        } else {
            counted = Counted(
                part: UnreadPart(
                    after: first.position - 1, first: first.position, firstEventID: first.message.eventID,
                    count: messages.count, isWhole: true))
        }
        counted?.through = last.position
    }

    /// Counts messages that arrived after the end of the window.
    mutating func countBelow(_ count: Int) { arrivedBelow += count }

    /// Handles a page that was added to the end of the window.
    mutating func pass(_ page: MessageWindow) {
        arrivedBelow = max(0, arrivedBelow - page.messages.count { $0.message.kind.countsAsUnread })
        show(page)
    }

    mutating func show(_ window: MessageWindow) {
        if !window.hasNewer { arrivedBelow = 0 }
    }

    /// Handles a move from a window to the latest messages.
    mutating func leave(_ window: MessageWindow) {
        guard window.hasNewer, let end = window.messages.last?.position, let newLinePosition else { return }
        if end >= newLinePosition { isSkipped = true }
    }

    mutating func markSkipped() { isSkipped = true }

    mutating func goToUnread() { isSkipped = false }

    /// Returns the unread messages on this device that the user skipped, if they are above the window.
    func skipped(above window: MessageWindow) -> UnreadPart? {
        guard isSkipped, let unread, let first = unread.first else { return nil }
        return window.messages.first.map { $0.position > first } ?? false ? unread : nil
    }
}

/// Messages that arrived live.
struct ArrivedMessages: Equatable {
    let messages: [PlacedMessage]
    /// Whether the user wasn't looking when they arrived.
    let marksNew: Bool
    /// Whether everything before was read, so that the line for new messages moves to them.
    var movesLine = false
    let ownUserID: String
    /// Ignored people, whose messages aren't shown.
    var ignored: Set<String> = []
}
