/// A chat that a space says is part of it (client-server API, "Spaces", `m.space.child`).
package struct SpaceChild: Hashable, Sendable {
    package let chatID: String
    /// Where it stands among the others: those with such a text come first, in the order of these.
    package let order: String?
    /// When the space took it in, in milliseconds since 1970.
    package let addedAt: Int64
    /// Servers by which one comes into it; none for one that was taken out.
    package let servers: [String]

    package init(chatID: String, order: String? = nil, addedAt: Int64 = 0, servers: [String]) {
        self.chatID = chatID
        self.order = order
        self.addedAt = addedAt
        self.servers = servers
    }
}

/// In the order of a space (client-server API, "Ordering of children within a space").
extension SpaceChild: Comparable {
    package static func < (left: SpaceChild, right: SpaceChild) -> Bool {
        if left.order != right.order {
            guard let first = left.order, let second = right.order else { return left.order != nil }
            return first < second
        }
        return (left.addedAt, left.chatID) < (right.addedAt, right.chatID)
    }
}
