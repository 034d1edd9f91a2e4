import Conversations

/// The stored part of a chat that is shown when it is opened.
struct OpenedTimeline {
    let window: MessageWindow
    let members: [ChatMember]
    let readPositions: [String: Int64]
    /// `nil` if the read position is unknown.
    let unread: UnreadPart?
    /// The first message of the opened thread, if this device has it.
    var root: Message?

    static let empty = OpenedTimeline(window: .empty, members: [], readPositions: [:], unread: nil)
}
