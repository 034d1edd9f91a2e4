/// Events of joining a chat by its address.
package enum JoinEvent: RoutedEvent {
    /// - reason: the reason that the chat's members can read.
    case asked(RoomAddress, reason: String? = nil, from: JoinOrigin)
    /// The user asks the chat's members to be let in (knocks).
    case knocking(RoomAddress, reason: String? = nil, from: JoinOrigin)
    case joined(chatID: String, RoomAddress, from: JoinOrigin)
    case knocked(RoomAddress, from: JoinOrigin)
    case refused(RoomAddress, from: JoinOrigin, JoinRefusal)
}
