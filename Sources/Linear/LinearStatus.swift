import ViewModels

/// Announces changes of the connection, and the program's notifications.
@MainActor
final class LinearStatus {
    private let voice: Announcer
    private var connection: ConnectionViewModel?
    /// The last announced connection state, with digits removed, so that a countdown isn't announced again and again.
    private var told = ""
    private var tone: ConnectionViewModel.Tone?
    private var trouble = DisplayText.empty
    private var undo: UndoViewModel?
    private var toldUndo = 0
    private var notice: NoticeViewModel?
    private var toldNotice = DisplayText.empty
    private var isNew = false

    init(_ events: ScreenEvents, voice: Announcer) {
        self.voice = voice
        events.connection.subscribe(self) { status, model in (status.connection, status.isNew) = (model, true) }
        events.notice.subscribe(self) { status, notice in (status.notice, status.isNew) = (notice, true) }
        events.undo.subscribe(self) { status, undo in (status.undo, status.isNew) = (undo, true) }
    }

    /// Whether the connection state is known.
    var isSettled: Bool { connection.map { $0.tone != .busy } ?? false }

    /// The number of unsent messages.
    var unsentCount: Int { connection?.counts.unsent ?? 0 }

    func present() {
        guard isNew else { return }
        isNew = false
        if let connection { apply(connection) }
        if let notice, notice.text != toldNotice {
            toldNotice = notice.text
            if !notice.text.isEmpty, !notice.tellsArrivals {
                voice.announce(.words("linear.notice", ["text": notice.text.sentence.string]))
                if notice.asks { voice.announce(.words("linear.verify-answers")) }
            }
        }
        guard let undo, undo.count > toldUndo else { return }
        toldUndo = undo.count
        if !undo.text.isEmpty { voice.announce(undo.text.sentence) }
    }

    private func apply(_ model: ConnectionViewModel) {
        let text = model.status.string.filter { !$0.isNumber }
        // Each attempt to connect changes the state, but a lasting failure is announced once.
        guard text != told, model.tone != .busy, model.tone == .good || model.tone != tone || model.trouble != trouble
        else { return }
        (told, tone, trouble) = (text, model.tone, model.trouble)
        voice.announce(.words("linear.connection", ["status": model.status.sentence.string]))
    }

    /// Says everything in the status line.
    func announce() {
        guard let connection else { return }
        voice.announce(.words("linear.account", ["account": connection.account.string]))
        voice.announce(.words("linear.connection", ["status": connection.status.sentence.string]))
        if !connection.unread.isEmpty { voice.announce(connection.unread.sentence) }
    }

    /// Opens a pending request, such as a verification by another person.
    ///
    /// - Returns: whether there is one.
    func goToQuestion() -> Bool {
        guard let notice, notice.asks else { return false }
        return notice.goThere() == nil
    }

    func takeBack() {
        guard let undo else { return voice.announce(.words("linear.nothing-to-undo")) }
        if let reason = undo.takeBack() { voice.announce(reason.sentence) }
    }

    /// Reconnects now instead of after the pause.
    func tryNow() -> DisplayText? { connection?.tryNow() }
}
