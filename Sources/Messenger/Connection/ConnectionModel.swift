package import Engine
import MatrixAPI
package import MatrixClient

/// The state of the connection.
package struct ConnectionModel {
    package private(set) var state = ConnectionState.connecting
    /// The time when the connection was lost, in milliseconds since 1970.
    package private(set) var offlineSince: Int64?
    /// The time of the next retry, in milliseconds since 1970.
    package private(set) var nextTry: Int64?
    /// The time since when the server has not answered a pending request, in milliseconds since 1970. It is `nil`
    /// also if the connection is known to be down.
    package var silentSince: Int64? {
        switch state {
        case .online, .connecting: unansweredSince
        case .waiting, .stopped: nil
        }
    }
    private var unansweredSince: Int64?
    /// The time since when the sync is known to miss data that the server has, in milliseconds since 1970. It is
    /// `nil` also without a connection.
    package var syncStalledSince: Int64? {
        switch state {
        case .online, .connecting: unheardSince
        case .waiting, .stopped: nil
        }
    }
    private var unheardSince: Int64?
    /// The time until which queued lines wait for their next retry, in milliseconds since 1970.
    package private(set) var rest: RetryDelay?
    /// The reason that the built-in server did not start.
    package private(set) var startProblem: (any Reason)?
    /// The reason that this device can't store received data; it takes precedence over network problems.
    package private(set) var storageProblem: FailureReason?
    /// Whether this device has not finished its initial sync.
    package private(set) var awaitsFirstSync = false
    private var isCounting = false
    /// The time of the last event about the connection, in milliseconds since 1970. There is one each second while a
    /// countdown or an elapsed time is shown.
    package private(set) var now: Int64 = 0

    /// The progress of the initial sync of this device.
    package enum FirstSync {
        case done, running
        /// There is no connection.
        case waiting
    }

    package var firstSync: FirstSync {
        guard awaitsFirstSync else { return .done }
        return switch state {
        case .connecting, .online: .running
        case .waiting, .stopped: .waiting
        }
    }

    mutating func setTime(_ now: Int64) { self.now = now }

    /// Whether a countdown or an elapsed time is shown.
    package var showsTime: Bool { nextTry != nil || silentSince != nil || syncStalledSince != nil || rest != nil }

    mutating func change(to state: ConnectionState, now: Int64) {
        self.state = state
        switch state {
        case .online:
            unheardSince = nil
            offlineSince = nil
            nextTry = nil
            awaitsFirstSync = false
        case .waiting(_, let milliseconds):
            offlineSince = offlineSince ?? now
            nextTry = now + milliseconds
        case .connecting:
            nextTry = nil
        case .stopped:
            offlineSince = offlineSince ?? now
            nextTry = nil
        }
    }

    mutating func find(_ finding: ResponseWatchdog.Finding, now: Int64) {
        switch finding {
        case .silent(let milliseconds): unansweredSince = now - milliseconds
        case .received: unansweredSince = nil
        case .resumed: break
        }
    }

    mutating func fallDeaf(now: Int64) { unheardSince = now }

    mutating func setRest(_ rest: RetryDelay?) { self.rest = rest }

    mutating func lackServer(_ reason: any Reason) { startProblem = reason }

    /// - Returns: whether a countdown or elapsed time is shown that no timer updates yet.
    mutating func beginCounting() -> Bool {
        guard showsTime, !isCounting else { return false }
        isCounting = true
        return true
    }

    mutating func endCounting() { isCounting = false }

    var isOnline: Bool { if case .online = state { true } else { false } }

    /// Whether the connection works in both directions, as far as is known.
    var isHeard: Bool { isOnline && silentSince == nil && syncStalledSince == nil }

    /// Whether queued lines have to wait for the connection.
    package var delaysLines: Bool { !isHeard || rest != nil }

    /// Whether a login is required.
    package var isLoggedOut: Bool { if case .stopped(.loggedOut) = state { true } else { false } }

    /// Whether the session and its device ended (client-server API, "Soft logout", "Account deactivation").
    package var isSessionOver: Bool {
        switch state {
        case .stopped(.loggedOut(let isSoft)): !isSoft
        case .stopped(.matrix(let error, _, _)): error.code == .userDeactivated
        default: false
        }
    }

    /// Whether the next login continues this device (client-server API, "Soft logout").
    var continuesDevice: Bool { state == .stopped(.loggedOut(isSoft: true)) }

    mutating func awaitFirstSync() { awaitsFirstSync = true }

    mutating func setStorageProblem(_ problem: FailureReason?) { storageProblem = problem }
}
