import GRDB
import MatrixAPI

/// `PUT typing` (client-server API, "Typing Notifications").
enum TypingEndpoint {
    private static let longest: Int64 = 120_000

    @Sendable static func put(_ call: Call) async throws -> JSONValue {
        let user = try call.user
        guard call.parameter("userID") == user else { throw Refusal.forbidden("Only you know what you type") }
        guard let isTyping = call.body["typing"]?.bool else { throw Refusal.missing("typing") }
        try await set(
            isTyping, milliseconds: call.body["timeout"]?.integer ?? 30_000, in: call.room, user, call.server)
        return .emptyObject
    }

    static func set(
        _ isTyping: Bool, milliseconds: Int64, in room: String, _ user: String, _ server: Homeserver
    ) async throws {
        let others = try await server.read(for: user) { try MembershipsTable($0).users(in: room, .join) }
        var expiry: Task<Void, Never>?
        if isTyping {
            let wait = min(max(milliseconds, 1000), longest)
            expiry = Task {
                guard (try? await Task.sleep(for: .milliseconds(wait))) != nil else { return }
                if server.typing.set(user, in: room, expiry: nil) { server.notifier.wake(others) }
            }
        }
        if server.typing.set(user, in: room, expiry: expiry) { server.notifier.wake(others) }
    }
}
