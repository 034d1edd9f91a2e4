/// Joining a chat by its address.
package enum JoinEvent: RoutedEvent {
    /// - reason: what those in it read about why.
    case asked(RoomAddress, reason: String? = nil, from: JoinOrigin)
    /// Those who are in it are asked to let one in.
    case knocking(RoomAddress, reason: String? = nil, from: JoinOrigin)
    case joined(chatID: String, RoomAddress, from: JoinOrigin)
    case knocked(RoomAddress, from: JoinOrigin)
    case refused(RoomAddress, from: JoinOrigin, JoinRefusal)
}
