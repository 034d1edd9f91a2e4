import Conversations

/// What is on disk of a chat when it is opened.
struct OpenedTimeline {
    let window: MessageWindow
    let members: [ChatMember]
    let readPositions: [String: Int64]
    /// `nil` where nobody told what was read.
    let unread: UnreadPart?
    /// The message with which a thread began, where one is opened and this device has it.
    var root: Message?

    static let empty = OpenedTimeline(window: .empty, members: [], readPositions: [:], unread: nil)
}
