import Synchronization

/// The open streams by the device that opened them, so that they end with its token.
final class StreamRegistry: Sendable {
    private let sessions = Mutex<[Caller: [ObjectIdentifier: StreamSession]]>([:])

    func insert(_ session: StreamSession) {
        sessions.withLock { $0[session.caller, default: [:]][ObjectIdentifier(session)] = session }
    }

    func remove(_ session: StreamSession) {
        sessions.withLock { sessions in
            sessions[session.caller]?[ObjectIdentifier(session)] = nil
            if sessions[session.caller]?.isEmpty == true { sessions[session.caller] = nil }
        }
    }

    var open: [StreamSession] { sessions.withLock { $0.values.flatMap(\.values) } }

    func close(_ caller: Caller) {
        for session in sessions.withLock({ $0[caller].map { Array($0.values) } ?? [] }) { session.close(.tokenEnded) }
    }

    func closeAll(of user: String) {
        let ended = sessions.withLock { $0.filter { $0.key.userID == user }.values.flatMap(\.values) }
        for session in ended { session.close(.tokenEnded) }
    }

    /// The server stops.
    func closeAll() {
        for session in open { session.close(.goingAway) }
    }
}
