/// Joining a chat by its address.
package enum JoinEvent: RoutedEvent {
    case asked(RoomAddress, from: JoinOrigin)
    /// Those who are in it are asked to let one in.
    case knocking(RoomAddress, from: JoinOrigin)
    case joined(chatID: String, RoomAddress, from: JoinOrigin)
    case knocked(RoomAddress, from: JoinOrigin)
    case refused(RoomAddress, from: JoinOrigin, JoinRefusal)
}
