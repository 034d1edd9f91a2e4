import Conversations
import Engine
import MatrixClient
import Messenger
import ViewModels

/// Builds the status line for the connection.
struct ConnectionViewModelBuilder: Equatable {
    let account: Account
    let state: ConnectionState
    /// The time when the connection was lost, in milliseconds since 1970.
    let offlineSince: Int64?
    let nextTry: Int64?
    /// The time since when the server has not answered, in milliseconds since 1970.
    var silentSince: Int64?
    /// The time since when the sync misses data although the server answers, in milliseconds since 1970.
    var syncStalledSince: Int64?
    /// The time until which queued lines wait for their next retry, in milliseconds since 1970.
    var rest: RetryDelay?
    var awaitsFirstSync = false
    let storageProblem: FailureReason?
    /// The reason that there is no server to follow.
    var startProblem: String?
    let unreadCount: Int
    let unsentCount: Int
    /// The number of lines and changes in all chats that the server refused for good.
    let refusedCount: Int
    /// Whether this device is unverified. It is shown even after the banner was dismissed, because some messages can't
    /// be decrypted on such a device.
    var isDeviceUnverified = false
    let time: TimeText
    /// The time for countdowns and elapsed times, in milliseconds since 1970.
    var now: Int64 = 0

    func build(tryNow: @escaping @MainActor () -> Void) -> ConnectionViewModel {
        ConnectionViewModel(
            account: DisplayText(sanitizing: VisibleName.first(account.displayName) ?? Naming.shortID(account.userID)),
            status: status,
            tone: tone, unread: counts.text, windowTitle: counts.windowTitle, counts: counts, trouble: trouble,
            tryNow: tryNowAction(tryNow))
    }

    private var tone: ConnectionViewModel.Tone {
        if storageProblem != nil || silentSince != nil || syncStalledSince != nil { return .bad }
        return switch state {
        case .online: .good
        case .connecting: offlineSince == nil ? .busy : .bad
        case .waiting, .stopped: .bad
        }
    }

    private var status: DisplayText {
        if let storageProblem { return DisplayText.words("connection.not-kept", ["problem": storageProblem.text]) }
        if let silentSince {
            return .words("connection.no-answer", count: Int(max(0, now - silentSince) / 1_000))
        }
        if let syncStalledSince {
            return .words("connection.deaf", count: Int(max(0, now - syncStalledSince) / 1_000))
        }
        switch state {
        case .online:
            if let rest, rest.isServersWish { return .words("connection.pause", count: seconds(until: rest.until)) }
            let online = DisplayText.words(
                isDeviceUnverified ? "connection.online-unverified" : "connection.online")
            return online + nextTryText(rest?.until)
        case .connecting:
            guard let offlineSince else {
                return awaitsFirstSync ? .words("connection.getting-your-chats") : .words("connection.connecting")
            }
            return DisplayText.words("connection.offline-since-connecting", ["time": time.moment(offlineSince)])
        case .waiting(let error, _):
            let since =
                offlineSince.map { DisplayText.words("connection.offline-since", ["time": time.moment($0)]) }
                ?? .words("connection.offline")
            // The least important part comes last, since a narrow line cuts off its end.
            return since + ": " + DisplayText(sanitizing: error.cause) + nextTryText(nextTry)
        case .stopped(.loggedOut):
            return .words("connection.logged-out")
        case .stopped(.unreachable(.notStarted)) where startProblem != nil:
            return DisplayText(sanitizing: startProblem ?? "")
        case .stopped(let error):
            return DisplayText(sanitizing: error.message)
        }
    }

    private func nextTryText(_ moment: Int64?) -> DisplayText {
        moment.map { .words("connection.next-try", count: seconds(until: $0)) } ?? .empty
    }

    private func seconds(until moment: Int64) -> Int { Int(max(0, moment - now + 999) / 1_000) }

    private var counts: ConnectionCounts {
        ConnectionCounts(refused: refusedCount, unsent: unsentCount, unread: unreadCount)
    }

    private var trouble: DisplayText {
        if case .stopped(.loggedOut) = state { return .words("connection.is-logged-out") }
        return tone == .bad ? .words("connection.offline") : .empty
    }

    /// Whether queued lines wait for a retry that the user may start at once.
    private var isResting: Bool { rest?.isServersWish == false }

    private func tryNowAction(_ tryNow: @escaping @MainActor () -> Void) -> Action<Void> {
        switch state {
        case .online where silentSince != nil, .connecting where silentSince != nil: .available(tryNow)
        case .online where syncStalledSince != nil, .connecting where syncStalledSince != nil: .available(tryNow)
        // A retry sends the queued lines if there is a connection.
        case .online where isResting, .connecting where isResting: .available(tryNow)
        case .online where rest != nil: .unavailable(.words("server.wants-pause"))
        case .online: .unavailable(.words("connection.is-online"))
        case .connecting: .unavailable(.words("connection.is-trying"))
        case .stopped(.loggedOut): .unavailable(.words("connection.log-in-first"))
        case .waiting, .stopped: .available(tryNow)
        }
    }
}

extension ConnectionCounts {
    /// The counts as in `1 failed · 3 unread`; empty if all are 0.
    var text: DisplayText {
        let refused = refused > 0 ? [String.words("connection.failed", count: refused)] : []
        let unsent = unsent > 0 ? [String.words("connection.unsent", count: unsent)] : []
        let unread = unread > 0 ? [String.words("connection.unread", count: unread)] : []
        return DisplayText(sanitizing: (refused + unsent + unread).joined(separator: " · "))
    }

    /// The window title as in `(3) Confab`.
    var windowTitle: DisplayText { unread > 0 ? DisplayText(sanitizing: "(\(unread)) Confab") : "Confab" }
}

extension ConnectionViewModelBuilder {
    @MainActor
    init(_ screen: ScreenParts) {
        let (state, connection) = (screen.state, screen.state.connection)
        self.init(
            account: state.account.account, state: connection.state, offlineSince: connection.offlineSince,
            nextTry: connection.nextTry, silentSince: connection.silentSince,
            syncStalledSince: connection.syncStalledSince, rest: connection.rest,
            awaitsFirstSync: connection.awaitsFirstSync, storageProblem: connection.storageProblem,
            startProblem: connection.startProblem?.message, unreadCount: state.chatList.unreadTotal,
            unsentCount: connection.delaysLines ? state.outbox.waitingCount : state.outbox.delayedCount,
            refusedCount: state.outbox.refusedCount, isDeviceUnverified: state.ownIdentity.state.isUnconfirmed,
            time: screen.time, now: connection.showsTime ? connection.now : 0)
    }
}
