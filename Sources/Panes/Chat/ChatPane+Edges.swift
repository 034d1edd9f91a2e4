import Terminal
import ViewModels

/// The top edge of the view: the free rows above a short chat, and the sender's name if its own line has scrolled
/// out.
extension ChatPane {
    /// Returns the number of rows left free above a chat that is shorter than the view, so that it ends at the
    /// composer.
    func room(above top: ChatPlace, in model: ChatViewModel) -> Int {
        guard top == .start, model.reachesLatest else { return 0 }
        var room = viewHeight
        for row in model.rows where room > 0 { room -= max(1, lines(of: row).count) }
        return max(0, room)
    }

    /// Draws the sender on the first visible row if the line with the name has scrolled out. This happens within a
    /// long message or a series by the same sender.
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
