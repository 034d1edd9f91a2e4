/// A child of a space (client-server API, "Spaces", `m.space.child`).
package struct SpaceChild: Hashable, Sendable {
    package let chatID: String
    /// The sort key among the children. Children with a sort key come first, ordered by it.
    package let order: String?
    /// The time at which the space added the child, in milliseconds since 1970.
    package let addedAt: Int64
    /// Servers through which the child can be joined; empty if the child was removed.
    package let servers: [String]

    package init(chatID: String, order: String? = nil, addedAt: Int64 = 0, servers: [String]) {
        self.chatID = chatID
        self.order = order
        self.addedAt = addedAt
        self.servers = servers
    }
}

/// The order of the children of a space (client-server API, "Ordering of children within a space").
extension SpaceChild: Comparable {
    package static func < (left: SpaceChild, right: SpaceChild) -> Bool {
        if left.order != right.order {
            guard let first = left.order, let second = right.order else { return left.order != nil }
            return first < second
        }
        return (left.addedAt, left.chatID) < (right.addedAt, right.chatID)
    }
}
