import GRDB
import Synchronization

/// The hashes of the valid tokens, in memory: the check before a WebSocket upgrade can't wait for the database.
final class TokenRegistry: Sendable {
    /// A token of a device.
    struct Entry: Sendable {
        let hash: [UInt8]
        let caller: Caller
        /// Milliseconds since 1970; `nil` if the token never expires.
        var expiresAt: Int64?
    }

    /// The result of a token lookup.
    enum Finding: Hashable, Sendable {
        case valid(Caller, expiresAt: Int64?)
        /// The token belongs to a new pair. The device's earlier pair ends with this first use.
        case next(Caller, hash: [UInt8], expiresAt: Int64?)
        case expired
        case unknown
    }

    /// The tokens by hash and by device, so that a lookup costs the same however many devices there are.
    private struct State {
        var entries: [[UInt8]: Entry] = [:]
        var current: [Caller: [UInt8]] = [:]
        var next: [Caller: [UInt8]] = [:]

        mutating func insert(_ entry: Entry) {
            remove(entry.caller)
            entries[entry.hash] = entry
            current[entry.caller] = entry.hash
        }

        mutating func insertNext(_ entry: Entry) {
            if let replaced = next.updateValue(entry.hash, forKey: entry.caller) { entries[replaced] = nil }
            entries[entry.hash] = entry
        }

        mutating func promote(_ hash: [UInt8], of caller: Caller) {
            guard next[caller] == hash else { return }
            next[caller] = nil
            if let replaced = current.updateValue(hash, forKey: caller) { entries[replaced] = nil }
        }

        mutating func remove(_ caller: Caller) {
            for hash in [current.removeValue(forKey: caller), next.removeValue(forKey: caller)] {
                if let hash { entries[hash] = nil }
            }
        }
    }

    private let state = Mutex(State())

    func find(_ token: String, now: Int64 = Timestamp.now) -> Finding {
        let hash = AccessToken.hash(token)
        return state.withLock { state in
            guard let entry = state.entries[hash] else { return .unknown }
            if let end = entry.expiresAt, end <= now { return .expired }
            return state.next[entry.caller] == hash
                ? .next(entry.caller, hash: hash, expiresAt: entry.expiresAt)
                : .valid(entry.caller, expiresAt: entry.expiresAt)
        }
    }

    /// Returns the device that has the token if the token is valid.
    func caller(token: String) -> Caller? {
        switch find(token) {
        case .valid(let caller, _), .next(let caller, _, _): caller
        case .expired, .unknown: nil
        }
    }

    /// Whether the device has any token.
    func isValid(_ caller: Caller) -> Bool { state.withLock { $0.current[caller] != nil } }

    func insert(_ entry: Entry) { state.withLock { $0.insert(entry) } }

    /// Adds a token that is valid beside the device's present one.
    func insertNext(_ entry: Entry) { state.withLock { $0.insertNext(entry) } }

    /// Records that the device's next token was used. A token that is the present one already stays so.
    func promote(_ hash: [UInt8], of caller: Caller) { state.withLock { $0.promote(hash, of: caller) } }

    func load(_ all: [Entry], next: [Entry]) {
        state.withLock { state in
            for entry in all { state.insert(entry) }
            for entry in next { state.insertNext(entry) }
        }
    }

    func remove(_ caller: Caller) { state.withLock { $0.remove(caller) } }

    func removeAll(of user: String) {
        state.withLock { state in
            for caller in state.current.keys where caller.userID == user { state.remove(caller) }
        }
    }
}
