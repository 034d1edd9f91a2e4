import NIOCore
import NIOPosix
import Synchronization

/// The open streams by device, so that they end with its token. A single timer checks all of them, and it runs only
/// while there are streams.
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

    /// Pings the clients that are silent, and ends the streams that have been silent for long.
    func check(now: ContinuousClock.Instant = .now) {
        for session in open { session.check(now: now) }
    }

    func close(_ caller: Caller) {
        let sessions = state.withLock { $0.sessions[caller].map { Array($0.values) } ?? [] }
        for session in sessions { session.close(.tokenEnded) }
    }

    func closeAll(of user: String) {
        let ended = state.withLock { $0.sessions.filter { $0.key.userID == user }.values.flatMap(\.values) }
        for session in ended { session.close(.tokenEnded) }
    }

    /// Ends all streams when the server stops.
    func closeAll() {
        for session in open { session.close(.goingAway) }
    }

    private func beginLooking() -> RepeatedTask {
        MultiThreadedEventLoopGroup.singleton.any().scheduleRepeatedTask(
            initialDelay: StreamRegistry.interval, delay: StreamRegistry.interval
        ) { [weak self] _ in self?.check() }
    }
}
