/// What a chat's state says of who may do what in it, as it came from outside.
package struct ChatPowerSource: Hashable, Sendable {
    /// The content of `m.room.power_levels` as JSON, `nil` where the chat has none or none came yet.
    package var levels: String?
    /// The content of `m.room.create` as JSON, `nil` where it did not come yet.
    package var creation: String?
    /// Who sent `m.room.create`.
    package var creator: String?

    package init(levels: String? = nil, creation: String? = nil, creator: String? = nil) {
        self.levels = levels
        self.creation = creation
        self.creator = creator
    }
}
