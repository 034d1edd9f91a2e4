import MatrixAPI
import MatrixClient

/// What the connection does.
@MainActor
final class ConnectionModel {
    private(set) var state = ConnectionState.connecting
    /// When the connection was lost, in milliseconds since 1970.
    private(set) var offlineSince: Int64?
    /// When the next try begins, in milliseconds since 1970.
    private(set) var nextTry: Int64?
    /// Since when nothing comes from the server though something is awaited, in milliseconds since 1970; `nil` as well where it is
    /// known that there is no connection.
    var silentSince: Int64? {
        switch state {
        case .online, .connecting: unansweredSince
        case .waiting, .stopped: nil
        }
    }
    private var unansweredSince: Int64?
    /// Since when the sync is known not to tell what the server has, in milliseconds since 1970; `nil` as well where there is no
    /// connection.
    var deafSince: Int64? {
        switch state {
        case .online, .connecting: unheardSince
        case .waiting, .stopped: nil
        }
    }
    private var unheardSince: Int64?
    /// Until when lines wait for their next try, in milliseconds since 1970.
    private(set) var rest: OutboxRest?
    /// Why the server that is a part of this program did not start.
    private(set) var startProblem: (any Reason)?
    /// Why this device can't keep what arrives; it matters more than the network.
    private(set) var storageProblem: FailureReason?
    /// Whether this device has yet to get all chats for the first time.
    private(set) var awaitsFirstSync = false
    private var isCounting = false

    func change(to state: ConnectionState, now: Int64) {
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

    func find(_ finding: AnswerWatch.Finding, now: Int64) {
        switch finding {
        case .silent(let milliseconds): unansweredSince = now - milliseconds
        case .heard: unansweredSince = nil
        case .resumed: break
        }
    }

    func fallDeaf(now: Int64) { unheardSince = now }

    func setRest(_ rest: OutboxRest?) { self.rest = rest }

    func lackServer(_ reason: any Reason) { startProblem = reason }

    /// - Returns: whether a number changes each second that nobody counts down yet.
    func beginCounting() -> Bool {
        guard nextTry != nil || silentSince != nil || deafSince != nil || rest != nil, !isCounting else { return false }
        isCounting = true
        return true
    }

    func endCounting() { isCounting = false }

    var isOnline: Bool { if case .online = state { true } else { false } }

    /// Whether what is sent arrives, as far as anyone knows.
    var isHeard: Bool { isOnline && silentSince == nil && deafSince == nil }

    /// Whether lines that wait now wait for the connection.
    var delaysLines: Bool { !isHeard || rest != nil }

    /// Whether a login is what is missing.
    var isLoggedOut: Bool { if case .stopped(.loggedOut) = state { true } else { false } }

    /// Whether the session ended and its device with it (client-server API, "Soft logout", "Account deactivation").
    var isSessionOver: Bool {
        switch state {
        case .stopped(.loggedOut(let isSoft)): !isSoft
        case .stopped(.matrix(let error, _, _)): error.code == .userDeactivated
        default: false
        }
    }

    /// Whether the next login goes on with this device (client-server API, "Soft logout").
    var continuesDevice: Bool { state == .stopped(.loggedOut(isSoft: true)) }

    func awaitFirstSync() { awaitsFirstSync = true }

    func setStorageProblem(_ problem: FailureReason?) { storageProblem = problem }
}
