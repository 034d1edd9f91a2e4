package import Terminal
package import ViewModels

/// The open chat: its title, its messages, and the rule below them with the count of newer ones.
@MainActor
package final class ChatPane: FocusPane {
    enum Anchor: Equatable {
        /// Keeps the last line at the bottom.
        case latest
        /// Keeps a line of a row at the top, whatever is loaded before or after it. Negative values count lines above
        /// the row.
        case at(ChatRowID, line: Int)
    }

    enum Destination { case first, latest, quoted, unread }

    package var onChange: () -> Void = {}
    /// The text before the title if the list is hidden, as in `‹ 3`.
    package var backMark = ""
    /// Whether the last line is the rule above the composer.
    package var showsRule = true
    /// Whether another pane draws at the right of the title.
    package var sharesTitleLine = false
    /// Whether the title line is a bar, like the first line of the screen.
    var hasTitleBar = false

    let host: PaneHost
    var model: ChatViewModel?
    /// The selected message, which letters act on.
    var selected: ChatRowID?
    private var cache = ChatRowCache()
    var columns: ChatColumns?
    /// Whether ``columns`` were calculated from the model's rows.
    private var hasColumns = false
    var anchor = Anchor.latest
    /// Whether the scroll position is set: either from the first rows of the chat, or by the user before they
    /// arrived.
    var isPlaced = false
    /// Whether the user has moved since the chat was opened.
    var isMoved = false
    var viewHeight = 1
    /// The rows drawn last, and the line of a row at each row of the pane.
    var drawn = RowHitTargets<(row: ChatRowID, line: Int)>()
    /// The height of the pane when ``drawn`` was filled.
    var drawnHeight = 0
    /// The last row that the user has seen; rows after it are new.
    var lastSeen: ChatRowID?
    /// The range of readable rows reported last, and its number of rows.
    private var lastShown: (first: ChatRowID, last: ChatRowID, count: Int)?
    /// The picture requests reported last.
    private var lastPictures: [PictureRequest] = []
    /// The row below the line with *new*, if that line is on screen.
    var newRowOnScreen: ChatRowID?
    /// The first unread row, once the *new* line above it was on screen while the user was active. The hint to unread
    /// messages above is then hidden.
    var seenNewRow: ChatRowID?
    /// The first unread row, if it was above the view when the user became active, and the row that was at the top
    /// then. The rows between them were not seen.
    var passedUnread: (newRow: ChatRowID, end: ChatRowID)?
    /// The first and last row of the window for which more rows were already requested.
    var askedBefore: ChatRowID?
    var askedAfter: ChatRowID?
    /// Whether a request was made since the last view model arrived.
    private var isAsking = false
    /// The gaps on screen that were already reported.
    private var toldGaps: Set<ChatRowID> = []
    /// The content of the last frame that ``reportVisibleRows()`` has not reported yet.
    private var shown = ShownRows()
    /// The place that was requested and has not arrived yet.
    var awaited: Destination?
    /// The cached actions of the selected row, valid as long as neither row nor model changes.
    var knownActions: (row: ChatRowID, actions: MessageActions?)?
    /// Returns the chats to which a message can be forwarded now.
    private(set) var forwardTargets: @MainActor () -> [ForwardTarget] = { [] }
    /// The number of the last jump to which this pane has moved.
    private var jumpNumber = 0
    /// Whether the selection was made by a jump, so that leaving it goes back.
    var isVisited = false
    /// The scroll position reported last.
    var reportedScrollPosition: ScrollPosition?
    /// Returns the selected row of the chat list if the list has the focus.
    var listRow: () -> ChatListItemID? = { nil }

    package init(chat: Event<ChatViewModel>, chatList: Event<ChatListViewModel>, host: PaneHost) {
        self.host = host
        chat.subscribe(self) { pane, model in pane.apply(model) }
        chatList.subscribe(self) { pane, list in pane.forwardTargets = list.forwardTargets }
    }

    package var title: DisplayText { model?.title ?? .empty }

    /// Returns the width of the title. A long title leaves space for the text beside it, if there is any.
    package func titleColumns(width: Int) -> Int {
        let isShared = sharesTitleLine || model?.shouldShowBusy == true
        return min(TextWidth.columns(fullTitle), width < 40 || !isShared ? width : width - 18)
    }

    /// Whether the title line shows that messages are being fetched.
    var isFetching: Bool { model?.shouldShowBusy ?? false }

    /// The number of rows laid out since the start, for tests.
    var layoutCount: Int { cache.layoutCount }

    package func draw(on canvas: Canvas, isFocused: Bool) {
        drawn.removeAll()
        drawnHeight = canvas.size.height
        guard let model, canvas.size.height > 1, canvas.size.width > 0 else { return }
        drawTitle(on: canvas)
        var bodyTop = 1
        if model.shouldShowError {
            canvas.drawShortened(
                model.errorText.string, at: Point(x: 1, y: 1), style: Theme.failure, width: canvas.size.width - 1)
            bodyTop += 1
        }
        let bottom = canvas.size.height - (showsRule ? 1 : 0)
        let body = canvas.part(
            Rectangle(x: 0, y: bodyTop, width: canvas.size.width, height: max(0, bottom - bodyTop)))
        drawRows(of: model, on: body, below: bodyTop)
        drawBelow(of: model, on: canvas)
    }

    /// Whether the newest message is on screen, or will be as soon as it arrives.
    package var isAtLatest: Bool {
        // A chat without rows has nothing below the view.
        guard let model, !model.rows.isEmpty else { return true }
        return anchor == .latest && model.reachesLatest
    }
}

extension ChatPane {
    private func apply(_ model: ChatViewModel) {
        let beginsAnew = model.chatNumber != self.model?.chatNumber
        if beginsAnew, !isMoved || model.opening != self.model?.opening {
            forget()
        } else if let old = self.model {
            keepPlace(from: old.rows, in: model.rows)
            keepSelection(from: old.rows, in: model.rows)
            if model.usesTwelveHours != old.usesTwelveHours { columns = nil }
        }
        self.model = model
        knownActions = nil
        hasColumns = false
        isAsking = false
        cache.prune(to: model.rows)
        goToDestination(of: model)
        if beginsAnew { askAnew(of: model) }
        onChange()
    }

    /// Resets the reports and requests, because a reloaded chat no longer knows them.
    private func askAnew(of model: ChatViewModel) {
        askedBefore = nil
        askedAfter = nil
        lastShown = nil
        lastPictures = []
        toldGaps = []
        if isMoved, anchor == .latest, !model.reachesLatest { awaited = .latest }
        switch awaited {
        case .first: model.needsFirst()
        case .latest: model.needsLatest()
        case .quoted, .unread, nil: break
        }
    }

    /// Resets the scroll position for another chat.
    private func forget() {
        anchor = .latest
        isPlaced = false
        isMoved = false
        columns = nil
        (selected, isVisited) = (nil, false)
        reportedScrollPosition = nil
        lastSeen = nil
        newRowOnScreen = nil
        seenNewRow = nil
        passedUnread = nil
        shown = ShownRows()
        awaited = nil
    }

    /// Moves to the awaited place if it has arrived. The first message stays in view while older ones still arrive.
    func goToDestination(of model: ChatViewModel) {
        switch awaited {
        case .first:
            if !model.rows.isEmpty { setTop(.start, in: model) }
            if selected != nil { selected = model.rows.first(where: \.isMessage)?.id }
            if model.needsFirst.reason != nil { awaited = nil }
        case .latest:
            // Waits until the newest message is loaded: the end of the loaded window may not be the end of the chat.
            guard model.reachesLatest else { return }
            anchor = .latest
            isPlaced = true
            if selected != nil { selected = model.rows.last(where: \.isMessage)?.id }
            awaited = nil
        case .quoted, .unread:
            if !model.shouldShowBusy { awaited = nil }
        case nil: break
        }
    }

    /// If the row at the top was removed, anchors to the nearest remaining row before it, or else one after it.
    private func keepPlace(from old: [ChatRowViewModel], in new: [ChatRowViewModel]) {
        guard case .at(let id, _) = anchor, !new.contains(where: { $0.id == id }) else { return }
        let left = Set(new.map(\.id))
        guard let place = old.firstIndex(where: { $0.id == id }) else { return }
        if let before = old[..<place].last(where: { left.contains($0.id) }) {
            anchor = .at(before.id, line: .max)
        } else if let after = old[place...].first(where: { left.contains($0.id) }) {
            anchor = .at(after.id, line: 0)
        } else {
            anchor = .latest
        }
    }

    private func drawTitle(on canvas: Canvas) {
        let used = titleColumns(width: canvas.size.width)
        if hasTitleBar {
            canvas.fill(Rectangle(x: 0, y: 0, width: canvas.size.width, height: 1), style: Theme.statusLine)
        }
        let titleStyle = hasTitleBar ? Theme.selected(Theme.title) : Theme.title
        canvas.drawShortened(fullTitle, at: Point(x: 0, y: 0), style: titleStyle, width: used)
        guard let model else { return }
        let room = canvas.size.width - used - 1
        if !model.shouldShowBusy, !sharesTitleLine, !model.note.isEmpty, room >= Self.narrowestNote {
            canvas.drawShortened("\(model.note.isolated) ", at: Point(x: used, y: 0), style: Theme.dim, width: room)
        }
        guard model.shouldShowBusy else { return }
        canvas.drawShortened(
            String.words("chat.fetching-older-messages") + " ", at: Point(x: used, y: 0),
            style: hasTitleBar ? Theme.statusLine : Theme.dim,
            width: canvas.size.width - used)
    }

    /// The minimum width of ``ChatViewModel/note`` in columns. A shorter part of it would be unreadable.
    private static let narrowestNote = 12

    private var fullTitle: String { " \(backMark.isEmpty ? "" : "\(backMark)  ")\(title.isolated) " }

    /// - Parameter head: the number of rows of the pane above the messages.
    private func drawRows(of model: ChatViewModel, on canvas: Canvas, below head: Int) {
        guard canvas.size.height > 0 else { return }
        guard !model.rows.isEmpty else {
            drawEmpty(of: model, on: canvas)
            return
        }
        viewHeight = canvas.size.height
        if !hasColumns || columns?.width != canvas.size.width {
            columns = ChatColumns(rows: model.rows, width: canvas.size.width, previous: columns)
            hasColumns = true
        }
        place(in: model)
        follow(model.jump, in: model)
        let top = topPlace(in: model)
        var row = top.row
        var skipped = top.line
        var y = room(above: top, in: model)
        var shownEnd = 0
        newRowOnScreen = nil
        while y < viewHeight, row < model.rows.count {
            let lines = lines(of: model.rows[row]).dropFirst(skipped)
            // A row taller than the screen counts as seen once its end is visible.
            if lines.count <= viewHeight - y { shownEnd = row + 1 }
            switch model.rows[row].content {
            case .gap: noteGap(model.rows[row].id)
            case .newLine: newRowOnScreen = model.unreadRow
            case .message, .notice: if model.rows[row].id == model.unreadRow { newRowOnScreen = model.unreadRow }
            case .day: break
            }
            let isSelected = model.rows[row].id == selected
            if isSelected { canvas.placeCursor(at: Point(x: 0, y: y)) }
            for (place, line) in lines.prefix(viewHeight - y).enumerated() {
                line.draw(on: canvas, y: y)
                drawn.add((model.rows[row].id, skipped + place), y: head + y)
                if isSelected { canvas.draw(Marks.openChat, at: Point(x: 0, y: y), style: Theme.title) }
                y += 1
            }
            skipped = 0
            row += 1
        }
        drawSender(at: top, in: model, on: canvas)
        see(shownEnd, in: model)
        note(top.row..<max(top.row, shownEnd), in: model)
        askForMore(in: model, top: top)
        let pictures = missingPictures(in: model, seen: top.row..<row)
        if pictures != lastPictures { shown.pictures = pictures }
        lastPictures = pictures
    }

    private func drawEmpty(of model: ChatViewModel, on canvas: Canvas) {
        let lines = TextWrapping.lines(host.filled(model.emptyText).string, width: max(1, canvas.size.width - 2))
        for (y, line) in lines.enumerated() { canvas.draw(line, at: Point(x: 1, y: y), style: Theme.dim) }
    }

    /// Reports the rows on screen and requests the ones needed soon. Call it after the frame, since drawing has no
    /// side effects on the model.
    package func reportVisibleRows() {
        guard let model else { return }
        let told = shown
        shown = ShownRows()
        if let readable = told.readable { model.wasShown(readable.first, readable.last) }
        // Reported after the rows, because the rows next to a gap show at which of its ends the reader is.
        for gap in told.gaps { model.gapWasShown(gap) }
        if !told.pictures.isEmpty { model.picturesCameNear(told.pictures) }
        if told.needsOlder { model.needsOlder() }
        if told.needsNewer { model.needsNewer() }
        reportScrollPosition()
    }

    /// Records the readable rows of others. Messages that arrive above the user's own pending message count as read
    /// too.
    private func note(_ range: Range<Int>, in model: ChatViewModel) {
        let rows = model.rows[range]
        guard let first = rows.first(where: \.isReadable)?.id, let last = rows.last(where: \.isReadable)?.id else {
            return
        }
        if let lastShown, lastShown == (first, last, rows.count) { return }
        lastShown = (first, last, rows.count)
        shown.readable = (first, last)
    }

    private func noteGap(_ id: ChatRowID) {
        if toldGaps.insert(id).inserted { shown.gaps.append(id) }
    }

    private func follow(_ jump: ChatJump?, in model: ChatViewModel) {
        guard let jump, jump.number > jumpNumber else { return }
        jumpNumber = jump.number
        isMoved = true
        if let stand = jump.stand { return restore(stand, or: jump.row, in: model) }
        guard let row = model.rows.firstIndex(where: { $0.id == jump.row }) else { return }
        selected = jump.selects ? jump.row : nil
        isVisited = jump.selects && model.goBack.reason == nil
        setTop(scroll(in: model).moved(TimelinePosition(row: row, line: 0), by: -(viewHeight / 3)), in: model)
    }

    /// Requests more rows when a screen or less is left, so that the response arrives in time.
    private func askForMore(in model: ChatViewModel, top: TimelinePosition) {
        let scroll = scroll(in: model)
        if askedBefore != model.rows.first?.id, !model.shouldShowBusy, scroll.isNearStart(top, within: viewHeight) {
            askedBefore = model.rows.first?.id
            isAsking = true
            shown.needsOlder = true
        }
        guard !model.reachesLatest, awaited == nil, askedAfter != model.rows.last?.id else { return }
        if scroll.moved(top, by: viewHeight) >= scroll.latestTop(viewHeight: viewHeight) {
            askedAfter = model.rows.last?.id
            isAsking = true
            shown.needsNewer = true
        }
    }
}

extension ChatPane {
    /// Retries a failed request when the user scrolls on. A request made since the last model is still pending:
    /// repeating it at each key press would load pages that are never seen.
    func askAgain(before isBefore: Bool) {
        guard !isAsking else { return }
        if isBefore { askedBefore = nil } else { askedAfter = nil }
    }

    func lines(of row: ChatRowViewModel) -> [ChatLine] {
        guard let columns else { return [] }
        return cache.lines(of: row, columns: columns)
    }

    /// Sets the initial position: a few lines before the first unread message, or the end of the chat if that shows
    /// all unread ones.
    private func place(in model: ChatViewModel) {
        guard !isPlaced else { return }
        isPlaced = true
        guard let unread = unreadStart(in: model) else { return }
        let scroll = scroll(in: model)
        // In a very low view the unread message matters more than the line before it.
        let start = scroll.moved(TimelinePosition(row: unread, line: 0), by: viewHeight < 3 ? 1 : -(viewHeight / 4))
        let latest = scroll.latestTop(viewHeight: viewHeight)
        if start < latest || !model.reachesLatest { setTop(min(start, latest), in: model) }
        lastSeen = model.rows[..<unread].last?.id
    }
}

extension ChatRowViewModel {
    /// Whether the row is a notice or a message by somebody else.
    fileprivate var isReadable: Bool {
        switch content {
        case .message(let message): !message.isOwn
        case .notice: true
        case .day, .newLine, .gap: false
        }
    }
}
