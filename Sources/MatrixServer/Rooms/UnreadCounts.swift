import MatrixAPI

/// The unread events of a room for a user (client-server API, "Receiving notifications").
struct UnreadCounts: Hashable, Sendable {
    let notifications: Int64
    let highlights: Int64

    static let none = UnreadCounts(notifications: 0, highlights: 0)

    static func + (one: UnreadCounts, other: UnreadCounts) -> UnreadCounts {
        UnreadCounts(
            notifications: one.notifications + other.notifications, highlights: one.highlights + other.highlights)
    }

    static func - (one: UnreadCounts, other: UnreadCounts) -> UnreadCounts {
        UnreadCounts(
            notifications: max(0, one.notifications - other.notifications),
            highlights: max(0, one.highlights - other.highlights))
    }

    var json: JSONValue {
        ["notification_count": .integer(notifications), "highlight_count": .integer(highlights)]
    }
}
