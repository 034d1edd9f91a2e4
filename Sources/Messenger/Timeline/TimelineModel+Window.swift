import Conversations
import ViewModels

/// The contents of the window.
extension TimelineModel {
    /// Returns whether messages directly follow the end of the window.
    func follows(_ messages: [PlacedMessage]) -> Bool {
        guard let first = messages.first?.position, !window.hasNewer else { return true }
        guard let end = window.end ?? window.messages.last?.position else { return false }
        return first == end + 1
    }

    /// The newest event in the window that has an identifier of the server.
    var newestID: String? { window.messages.last(where: \.message.hasIdentifier)?.message.eventID }

    /// Returns a message of the window.
    func message(_ target: OutboxLine.Target) -> PlacedMessage? {
        window.messages.last { placed in
            switch target {
            case .event(let eventID): placed.message.eventID == eventID
            case .line(let id): placed.message.transactionID == id
            }
        }
    }

    /// Whether the user waits for a message from the disk or the server.
    var isGoingToMessage: Bool {
        if case .message = awaited { return true }
        return switch sought {
        case .message, .unread(isAsked: true): true
        case .first, .unread(isAsked: false), nil: false
        }
    }

    func has(_ position: Int64) -> Bool { window.messages.contains { $0.position == position } }

    /// Returns to a message of the window.
    ///
    /// - Returns: whether the window has it, with enough messages around it for any screen.
    func comeBack(to eventID: String, _ stand: ChatStand) -> Bool {
        guard let place = window.messages.lastIndex(where: { $0.message.eventID == eventID }),
            !window.hasNewer || window.messages.count - place > Self.pageCount
        else { return false }
        take(stand, at: window.messages[place].message)
        return true
    }

    /// Returns to the end of the chat.
    ///
    /// - Returns: whether the window has it.
    func comeBackToEnd(_ stand: ChatStand) -> Bool {
        guard stage == .open, !window.hasNewer else { return false }
        if let last = window.messages.last?.message { take(stand, at: last) }
        return true
    }
}
