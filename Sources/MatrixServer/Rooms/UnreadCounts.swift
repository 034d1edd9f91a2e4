import MatrixAPI

/// Unread events of a room for one user (client-server API, "Receiving notifications").
struct UnreadCounts: Hashable, Sendable {
    let notifications: Int64
    let highlights: Int64

    var json: JSONValue {
        ["notification_count": .integer(notifications), "highlight_count": .integer(highlights)]
    }
}
