/// The state events that decide the permissions in a chat, as received.
package struct ChatPowerSource: Hashable, Sendable {
    /// The content of `m.room.power_levels` as JSON; `nil` if the chat has none or it was not received yet.
    package var levels: String?
    /// The content of `m.room.create` as JSON; `nil` if it was not received yet.
    package var creation: String?
    /// The sender of `m.room.create`.
    package var creator: String?

    package init(levels: String? = nil, creation: String? = nil, creator: String? = nil) {
        self.levels = levels
        self.creation = creation
        self.creator = creator
    }
}
