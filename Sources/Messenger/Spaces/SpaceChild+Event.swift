import Conversations
import MatrixAPI

extension SpaceChild {
    /// - Returns: `nil` if the event isn't an `m.space.child` that names a room.
    init?(_ event: MatrixEvent) {
        guard event.type == "m.space.child", let chatID = event.stateKey, chatID.hasPrefix("!") else { return nil }
        let order = event.content["order"]?.string.flatMap { Self.isSound($0) ? $0 : nil }
        let servers = (event.content["via"]?.identifiers ?? []).filter { !$0.isEmpty && !$0.contains(" ") }
        self.init(chatID: chatID, order: order, addedAt: event.timestamp, servers: Array(servers.prefix(10)))
    }

    /// An order has at most 50 characters from space to tilde; any other is ignored (client-server API,
    /// `m.space.child`).
    private static func isSound(_ order: String) -> Bool {
        order.utf8.count <= 50 && order.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }
}
