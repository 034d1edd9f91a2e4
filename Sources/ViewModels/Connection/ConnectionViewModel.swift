/// The status line: who you are, what the connection does, what is unread.
package struct ConnectionViewModel: Equatable {
    package enum Tone: Hashable, Sendable { case good, busy, bad }

    /// The account's name, as in `ana`.
    package let account: DisplayText
    /// As in `online`, `connecting: no route to host, next try in 4 s`, `offline since 09:15`.
    package let status: DisplayText
    package let tone: Tone
    /// As in `3 unread`; empty where there is nothing.
    package let unread: DisplayText
    /// As in `(3) Confab`.
    package let windowTitle: DisplayText
    /// What ``unread`` and ``windowTitle`` are made of.
    package let counts: ConnectionCounts
    /// What one reads of it beside another account's, as in `offline`; empty where all is well.
    package let trouble: DisplayText
    /// Connects now instead of at the next try.
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
