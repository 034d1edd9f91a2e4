/// Tells the rows of the chat list apart, from one view model to the next; means nothing else to a pane.
package struct ChatListItemID: Hashable, Sendable {
    private enum Kind { case chat, archive, leftChats, leftChat, ignoredPeople, person, space, joinable }

    private let kind: Kind
    private let value: String

    package static func chat(_ value: String) -> ChatListItemID { ChatListItemID(kind: .chat, value: value) }
    package static func person(_ value: String) -> ChatListItemID { ChatListItemID(kind: .person, value: value) }
    package static func leftChat(_ value: String) -> ChatListItemID { ChatListItemID(kind: .leftChat, value: value) }
    package static func space(_ value: String) -> ChatListItemID { ChatListItemID(kind: .space, value: value) }
    /// A chat of a space that one is not in.
    package static func joinable(_ value: String) -> ChatListItemID { ChatListItemID(kind: .joinable, value: value) }
    /// The line under which archived chats are folded.
    package static let archive = ChatListItemID(kind: .archive, value: "")
    /// The line under which chats are folded that were left.
    package static let leftChats = ChatListItemID(kind: .leftChats, value: "")
    /// The line under which ignored people are folded.
    package static let ignoredPeople = ChatListItemID(kind: .ignoredPeople, value: "")

    /// Of a chat or a person, as it was given.
    package var text: String { value }

    /// A row of the same kind for something else.
    package func with(_ text: String) -> ChatListItemID { ChatListItemID(kind: kind, value: text) }
    package var isChat: Bool { kind == .chat }
    package var isLeftChat: Bool { kind == .leftChat }
    package var isSpace: Bool { kind == .space }
    package var isJoinable: Bool { kind == .joinable }
    package var isPerson: Bool { kind == .person }
}
