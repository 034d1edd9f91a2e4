import Conversations

/// What is on disk of a chat when it is opened.
struct OpenedTimeline {
    let window: MessageWindow
    let members: [ChatMember]
    let readPositions: [String: Int64]
    /// `nil` where nobody told what was read.
    let unread: UnreadPart?

    static let empty = OpenedTimeline(window: .empty, members: [], readPositions: [:], unread: nil)
}
