/// The identity of a row in the chat list, stable across view models. Panes don't interpret it.
package struct ChatListItemID: Hashable, Sendable {
    private enum Kind { case chat, archive, leftChats, leftChat, ignoredPeople, person, space, joinable }

    private let kind: Kind
    private let value: String

    package static func chat(_ value: String) -> ChatListItemID { ChatListItemID(kind: .chat, value: value) }
    package static func person(_ value: String) -> ChatListItemID { ChatListItemID(kind: .person, value: value) }
    package static func leftChat(_ value: String) -> ChatListItemID { ChatListItemID(kind: .leftChat, value: value) }
    package static func space(_ value: String) -> ChatListItemID { ChatListItemID(kind: .space, value: value) }
    /// A chat of a space that the user hasn't joined.
    package static func joinable(_ value: String) -> ChatListItemID { ChatListItemID(kind: .joinable, value: value) }
    /// The line below which archived chats are folded.
    package static let archive = ChatListItemID(kind: .archive, value: "")
    /// The line below which left chats are folded.
    package static let leftChats = ChatListItemID(kind: .leftChats, value: "")
    /// The line below which ignored people are folded.
    package static let ignoredPeople = ChatListItemID(kind: .ignoredPeople, value: "")

    /// The identifier of the chat or person, as passed in.
    package var text: String { value }

    /// Returns the identity of a row of the same kind for another value.
    package func with(_ text: String) -> ChatListItemID { ChatListItemID(kind: kind, value: text) }
    package var isChat: Bool { kind == .chat }
    package var isLeftChat: Bool { kind == .leftChat }
    package var isSpace: Bool { kind == .space }
    package var isJoinable: Bool { kind == .joinable }
    package var isPerson: Bool { kind == .person }
}
