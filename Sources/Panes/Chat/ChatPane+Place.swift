import Terminal
import ViewModels

/// The scroll position and its changes.
extension ChatPane {
    func scroll(in model: ChatViewModel) -> ChatScroll {
        ChatScroll(rowCount: model.rows.count) { [self] in max(1, lines(of: model.rows[$0]).count) }
    }

    func topPlace(in model: ChatViewModel) -> TimelinePosition {
        let scroll = scroll(in: model)
        let latest = scroll.latestTop(viewHeight: viewHeight)
        guard case .at(let id, let line) = anchor, let row = model.rows.firstIndex(where: { $0.id == id }) else {
            anchor = .latest
            return latest
        }
        let place = scroll.moved(TimelinePosition(row: row, line: max(0, line)), by: min(0, line))
        guard place < latest else {
            // Rows that are appended at the end of the window must not scroll the view.
            if model.reachesLatest { anchor = .latest } else { setTop(latest, in: model) }
            return latest
        }
        return place
    }

    func setTop(_ place: TimelinePosition, in model: ChatViewModel) {
        let rows = model.rows
        // The line with the day moves to an earlier message when older ones arrive. The position is anchored to the
        // message after it.
        let kept = rows[place.row...].firstIndex(where: \.staysWithItsPlace) ?? place.row
        let above = rows[place.row..<kept].reduce(-place.line) { $0 + max(1, lines(of: $1).count) }
        anchor = .at(rows[kept].id, line: kept == place.row ? place.line : -above)
        isPlaced = true
    }

    func scroll(by lines: Int) {
        guard let model, !model.rows.isEmpty, columns != nil else { return }
        stopWaiting()
        askAgain(before: lines < 0)
        let place = scroll(in: model).moved(topPlace(in: model), by: lines)
        setTop(place, in: model)
        _ = topPlace(in: model)
        onChange()
    }

    func goToFirst() {
        guard let model else { return }
        askedBefore = nil
        isMoved = true
        awaited = .first
        goToDestination(of: model)
        if awaited != nil { model.needsFirst() }
        onChange()
    }

    /// Goes to the newest message, whatever part of the chat is loaded.
    package func goToLatest() {
        guard let model else { return }
        stopWaiting()
        if model.goBack.reason == nil { model.stays() }
        awaited = .latest
        goToDestination(of: model)
        if awaited != nil { model.needsLatest() }
        onChange()
    }

    /// Goes to the first unread message as of when the chat was opened.
    var goToUnread: Action<Void> {
        model?.goToUnread ?? .unavailable(.words("chat.none-is-open"))
    }

    /// Goes to a message that may have to be fetched.
    ///
    /// - Returns: the reason why it can't.
    func go(to place: Destination, _ action: Action<Void>) -> DisplayText? {
        isMoved = true
        if action.reason == nil { awaited = place }
        return action()
    }

    /// Cancels the pending navigation, because the user has moved elsewhere.
    func stopWaiting() {
        isMoved = true
        if awaited != nil { model?.stopWaiting() }
        awaited = nil
    }
}

extension ChatRowViewModel {
    var isMessage: Bool {
        if case .message = content { true } else { false }
    }

    /// Whether the row stays between the same messages when older ones are loaded. Day lines and the *new* line move to
    /// other messages, and a gap disappears when it is filled.
    fileprivate var staysWithItsPlace: Bool {
        switch content {
        case .message, .notice: true
        case .day, .newLine, .gap: false
        }
    }
}

/// Moves through rows of different heights, and only asks for the heights of the rows it passes.
struct ChatScroll {
    let rowCount: Int
    /// Returns the number of lines of a row, at least 1.
    let height: (Int) -> Int

    /// Returns the top line of a view that ends with the last line.
    func latestTop(viewHeight: Int) -> TimelinePosition {
        guard rowCount > 0 else { return .start }
        let last = TimelinePosition(row: rowCount - 1, line: height(rowCount - 1) - 1)
        return moved(last, by: -(max(1, viewHeight) - 1))
    }

    /// Returns the place a number of lines further down, or up if negative. It stops at the first and the last line.
    func moved(_ place: TimelinePosition, by lines: Int) -> TimelinePosition {
        guard rowCount > 0 else { return .start }
        var place = TimelinePosition(row: min(max(0, place.row), rowCount - 1), line: max(0, place.line))
        place.line = min(place.line, height(place.row) - 1)
        var rest = lines
        while rest < 0 {
            if place.line + rest >= 0 {
                place.line += rest
                return place
            }
            guard place.row > 0 else { return .start }
            rest += place.line + 1
            place.row -= 1
            place.line = height(place.row) - 1
        }
        while rest > 0 {
            let below = height(place.row) - 1 - place.line
            if rest <= below {
                place.line += rest
                return place
            }
            guard place.row < rowCount - 1 else {
                place.line += below
                return place
            }
            rest -= below + 1
            place.row += 1
            place.line = 0
        }
        return place
    }

    /// Whether fewer than the given number of lines are above a place.
    func isNearStart(_ place: TimelinePosition, within lines: Int) -> Bool {
        moved(place, by: -lines) == .start
    }
}

/// The top edge of the view: the free rows above a short chat, and the sender's name if its own line has scrolled
/// out.
extension ChatPane {
    /// Returns the number of rows left free above a chat that is shorter than the view, so that it ends at the
    /// composer.
    func room(above top: TimelinePosition, in model: ChatViewModel) -> Int {
        guard top == .start, model.reachesLatest else { return 0 }
        var room = viewHeight
        for row in model.rows where room > 0 { room -= max(1, lines(of: row).count) }
        return max(0, room)
    }

    /// Draws the sender on the first visible row if the line with the name has scrolled out. This happens within a
    /// long message or a series by the same sender.
    func drawSender(at top: TimelinePosition, in model: ChatViewModel, on canvas: Canvas) {
        let row = model.rows[top.row]
        guard let columns, case .message(let message) = row.content, message.kind != .emote,
            top.line > 0 || row.heading != .whole
        else { return }
        let lines = lines(of: row)
        let end = lines.indices.contains(top.line) ? lines[top.line].end : 0
        ChatRowLayout(columns: columns).sender(of: message, beside: end).draw(on: canvas, y: 0)
    }
}
