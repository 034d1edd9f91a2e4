/// The status line: the account, the connection state and the unread count.
package struct ConnectionViewModel: Equatable {
    package enum Tone: Hashable, Sendable { case good, busy, bad }

    /// The account's name, as in `ana`.
    package let account: DisplayText
    /// The state, as in `online`, `connecting: no route to host, next try in 4 s`, `offline since 09:15`.
    package let status: DisplayText
    package let tone: Tone
    /// The unread count, as in `3 unread`; may be empty.
    package let unread: DisplayText
    /// The window title, as in `(3) Confab`.
    package let windowTitle: DisplayText
    /// The counts behind ``unread`` and ``windowTitle``.
    package let counts: ConnectionCounts
    /// The problem shown while another account is in view, as in `offline`; empty if there is none.
    package let trouble: DisplayText
    /// Connects now instead of at the next retry.
    package let tryNow: Action<Void>

    package init(
        account: DisplayText, status: DisplayText, tone: Tone, unread: DisplayText,
        windowTitle: DisplayText = "Confab", counts: ConnectionCounts = ConnectionCounts(),
        trouble: DisplayText = .empty, tryNow: Action<Void>
    ) {
        self.account = account
        self.status = status
        self.tone = tone
        self.unread = unread
        self.windowTitle = windowTitle
        self.counts = counts
        self.trouble = trouble
        self.tryNow = tryNow
    }

    package static func == (left: ConnectionViewModel, right: ConnectionViewModel) -> Bool {
        left.account == right.account && left.status == right.status && left.tone == right.tone
            && left.unread == right.unread && left.windowTitle == right.windowTitle
            && left.counts == right.counts && left.trouble == right.trouble
    }
}

/// The counts of items that wait for the user or for the server.
package struct ConnectionCounts: Hashable, Sendable {
    /// The number of items that the server refused permanently.
    package var refused = 0
    package var unsent = 0
    package var unread = 0

    package init(refused: Int = 0, unsent: Int = 0, unread: Int = 0) {
        self.refused = refused
        self.unsent = unsent
        self.unread = unread
    }

    package static func + (left: ConnectionCounts, right: ConnectionCounts) -> ConnectionCounts {
        ConnectionCounts(
            refused: left.refused + right.refused, unsent: left.unsent + right.unsent,
            unread: left.unread + right.unread)
    }
}
