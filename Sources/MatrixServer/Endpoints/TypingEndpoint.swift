import GRDB
import MatrixAPI
import Synchronization

/// `PUT typing` (client-server API, "Typing Notifications").
enum TypingEndpoint {
    private static let longest: Int64 = 120_000

    @Sendable static func put(_ call: Call) async throws -> JSONValue {
        let user = try call.user
        guard call.parameter("userID") == user else { throw EndpointError.forbidden("Only you know what you type") }
        guard let isTyping = call.body["typing"]?.bool else { throw EndpointError.missing("typing") }
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

/// The users who are typing in each room. It is kept in memory only, since typing ends after seconds.
final class TypingUsers: Sendable {
    private struct Room {
        var changedAt: Int64 = 0
        var users: [String: Task<Void, Never>] = [:]
    }

    private struct State {
        var counter: Int64 = 0
        var rooms: [String: Room] = [:]
    }

    private let state = Mutex(State())

    var counter: Int64 { state.withLock { $0.counter } }

    /// - Parameter expiry: The task that ends the typing notification later; `nil` ends it at once.
    /// - Returns: Whether the user started or stopped typing, so that other users have to be notified.
    func set(_ user: String, in room: String, expiry: Task<Void, Never>?) -> Bool {
        state.withLock { state in
            let previous = state.rooms[room]?.users[user]
            previous?.cancel()
            state.rooms[room, default: Room()].users[user] = expiry
            guard (previous == nil) != (expiry == nil) else { return false }
            state.counter += 1
            state.rooms[room]?.changedAt = state.counter
            return true
        }
    }

    /// Returns the rooms that changed after `after`. A counter from before a restart is ahead of ours and means any
    /// change is new.
    func changedRooms(after: Int64) -> [String: [String]] {
        state.withLock { state in
            let after = after > state.counter ? 0 : after
            guard after < state.counter else { return [:] }
            return state.rooms.filter { $0.value.changedAt > after }.mapValues { $0.users.keys.sorted() }
        }
    }
}
