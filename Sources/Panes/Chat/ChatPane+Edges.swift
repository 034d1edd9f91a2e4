import Terminal
import ViewModels

/// What the chat shows at the top of its view where its lines are few, or where what said whose they are is above.
extension ChatPane {
    /// The rows that are left free above a chat which is shorter than the view: it stands beside the composer.
    func room(above top: ChatPlace, in model: ChatViewModel) -> Int {
        guard top == .start, model.reachesLatest else { return 0 }
        var room = viewHeight
        for row in model.rows where room > 0 { room -= max(1, lines(of: row).count) }
        return max(0, room)
    }

    /// Says on the first row whose message it is, where one scrolled into it or into several of one sender.
    func drawSender(at top: ChatPlace, in model: ChatViewModel, on canvas: Canvas) {
        let row = model.rows[top.row]
        guard let columns, case .message(let message) = row.content, message.kind != .emote,
            top.line > 0 || row.heading != .whole
        else { return }
        let lines = lines(of: row)
        let end = lines.indices.contains(top.line) ? lines[top.line].end : 0
        ChatRowLayout(columns: columns).sender(of: message, beside: end).draw(on: canvas, y: 0)
    }
}
