/// The people whom a message explicitly mentions (`m.mentions`; client-server API, "User and room mentions").
package struct MessageMentions: Hashable, Sendable {
    /// Matrix IDs.
    package let userIDs: Set<String>
    /// Whether it mentions everybody.
    package let isForRoom: Bool

    package static let nobody = MessageMentions(userIDs: [], isForRoom: false)

    package init(userIDs: Set<String>, isForRoom: Bool) {
        self.userIDs = userIDs
        self.isForRoom = isForRoom
    }
}
