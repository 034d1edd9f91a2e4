import Synchronization

/// The users who are typing in each room. It is kept in memory only, since typing ends after seconds.
final class TypingBoard: Sendable {
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

    /// - Parameter expiry: Ends the typing later; `nil` ends it now.
    /// - Returns: Whether others see a change.
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
