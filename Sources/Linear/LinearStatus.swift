import ViewModels

/// Says how the connection stands when that changes, and what the program tells of itself.
@MainActor
final class LinearStatus {
    private let voice: Voice
    private var connection: ConnectionViewModel?
    /// What was said last of the connection, without the numbers that run.
    private var told = ""
    private var tone: ConnectionViewModel.Tone?
    private var trouble = DisplayText.empty
    private var undo: UndoViewModel?
    private var toldUndo = 0
    private var notice: NoticeViewModel?
    private var toldNotice = DisplayText.empty
    private var isNew = false

    init(_ events: ScreenEvents, voice: Voice) {
        self.voice = voice
        events.connection.subscribe(self) { status, model in (status.connection, status.isNew) = (model, true) }
        events.notice.subscribe(self) { status, notice in (status.notice, status.isNew) = (notice, true) }
        events.undo.subscribe(self) { status, undo in (status.undo, status.isNew) = (undo, true) }
    }

    /// Whether it is known by now whether there is a server.
    var isSettled: Bool { connection.map { $0.tone != .busy } ?? false }

    /// How many lines wait to be sent.
    var unsentCount: Int { connection?.counts.unsent ?? 0 }

    func present() {
        guard isNew else { return }
        isNew = false
        if let connection { take(connection) }
        if let notice, notice.text != toldNotice {
            toldNotice = notice.text
            if !notice.text.isEmpty, !notice.tellsArrivals {
                voice.say(.words("linear.notice", ["text": notice.text.sentence.string]))
                if notice.asks { voice.say(.words("linear.verify-answers")) }
            }
        }
        guard let undo, undo.count > toldUndo else { return }
        toldUndo = undo.count
        if !undo.text.isEmpty { voice.say(undo.text.sentence) }
    }

    private func take(_ model: ConnectionViewModel) {
        let text = model.status.string.filter { !$0.isNumber }
        // Each try to connect is another state; that it goes on failing was said.
        guard text != told, model.tone != .busy, model.tone == .good || model.tone != tone || model.trouble != trouble
        else { return }
        (told, tone, trouble) = (text, model.tone, model.trouble)
        voice.say(.words("linear.connection", ["status": model.status.sentence.string]))
    }

    /// All that the status line has.
    func say() {
        guard let connection else { return }
        voice.say(.words("linear.account", ["account": connection.account.string]))
        voice.say(.words("linear.connection", ["status": connection.status.sentence.string]))
        if !connection.unread.isEmpty { voice.say(connection.unread.sentence) }
    }

    /// Goes to what somebody asks.
    ///
    /// - Returns: whether somebody does.
    func goToQuestion() -> Bool {
        guard let notice, notice.asks else { return false }
        return notice.goThere() == nil
    }

    func takeBack() {
        guard let undo else { return voice.say(.words("linear.nothing-to-undo")) }
        if let reason = undo.takeBack() { voice.say(reason.sentence) }
    }

    /// Connects now instead of at the next try.
    func tryNow() -> DisplayText? { connection?.tryNow() }
}
