import NIOCore
import NIOPosix
import Synchronization

/// The open streams by the device that opened them, so that they end with its token. It looks after all of them at once: however many
/// are open, one timer runs, and none where there is no stream.
final class StreamRegistry: Sendable {
    private struct State {
        var sessions: [Caller: [ObjectIdentifier: StreamSession]] = [:]
        var looks: RepeatedTask?
    }

    private static let interval: TimeAmount = .seconds(30)
    private let state = Mutex(State())

    func insert(_ session: StreamSession) {
        state.withLock { state in
            state.sessions[session.caller, default: [:]][ObjectIdentifier(session)] = session
            if state.looks == nil { state.looks = beginLooking() }
        }
    }

    func remove(_ session: StreamSession) {
        state.withLock { state in
            state.sessions[session.caller]?[ObjectIdentifier(session)] = nil
            if state.sessions[session.caller]?.isEmpty == true { state.sessions[session.caller] = nil }
            guard state.sessions.isEmpty else { return }
            state.looks?.cancel()
            state.looks = nil
        }
    }

    var open: [StreamSession] { state.withLock { $0.sessions.values.flatMap(\.values) } }

    /// Whether the device has a stream.
    func isOpen(_ caller: Caller) -> Bool { state.withLock { $0.sessions[caller] != nil } }

    /// Whether the timer runs.
    var isLooking: Bool { state.withLock { $0.looks != nil } }

    /// Asks those who are silent whether they are there, and ends those who have been silent for long.
    func look(now: ContinuousClock.Instant = .now) {
        for session in open { session.look(now: now) }
    }

    func close(_ caller: Caller) {
        let sessions = state.withLock { $0.sessions[caller].map { Array($0.values) } ?? [] }
        for session in sessions { session.close(.tokenEnded) }
    }

    func closeAll(of user: String) {
        let ended = state.withLock { $0.sessions.filter { $0.key.userID == user }.values.flatMap(\.values) }
        for session in ended { session.close(.tokenEnded) }
    }

    /// The server stops.
    func closeAll() {
        for session in open { session.close(.goingAway) }
    }

    private func beginLooking() -> RepeatedTask {
        MultiThreadedEventLoopGroup.singleton.any().scheduleRepeatedTask(
            initialDelay: StreamRegistry.interval, delay: StreamRegistry.interval
        ) { [weak self] _ in self?.look() }
    }
}
