package import Terminal
package import ViewModels

/// The open chat: its title, its messages, and the rule under them that says what is further down.
@MainActor
package final class ChatPane: FocusPane {
    enum Anchor: Equatable {
        /// The last line stays at the bottom.
        case latest
        /// A line of a row stays at the top, whatever comes before or after it; below 0 it is so many lines above the row.
        case at(ChatRowID, line: Int)
    }

    enum AwaitedPlace { case first, latest, quoted, unread }

    package var onChange: () -> Void = {}
    /// Drawn before the title where the list is not beside it, as in `‹ 3`.
    package var backMark = ""
    /// Whether the last line is the rule over the composer.
    package var showsRule = true
    /// Whether somebody else draws at the right of the title.
    package var sharesTitleLine = false
    /// Whether that line is a bar, as the first line of the screen is.
    var hasTitleBar = false

    let host: PaneHost
    var model: ChatViewModel?
    /// The message that letters act on.
    var selected: ChatRowID?
    private var cache = ChatRowCache()
    var columns: ChatColumns?
    /// Whether ``columns`` are those of the model's rows.
    private var hasColumns = false
    var anchor = Anchor.latest
    /// Whether the place where a chat opens was found, which takes rows, or a person went elsewhere before that.
    var isPlaced = false
    /// Whether a person went anywhere since the chat was opened.
    var isMoved = false
    var viewHeight = 1
    /// The rows that were drawn last, and which of its lines each row of the pane has.
    var drawn = DrawnRows<(row: ChatRowID, line: Int)>()
    /// The rows that the pane had then.
    var drawnHeight = 0
    /// The last row when the end was last on screen: what follows it is new.
    var lastSeen: ChatRowID?
    /// The first and the last row of others that were told to be on screen, and how many rows that was.
    private var lastShown: (first: ChatRowID, last: ChatRowID, count: Int)?
    /// The pictures that were told to be lacking.
    private var lastPictures: [PictureWish] = []
    /// The row under the line with *new*, where that is on screen.
    var newRowOnScreen: ChatRowID?
    /// The row under the line that somebody saw: nobody needs to be told the way to it.
    var seenNewRow: ChatRowID?
    /// The row that was at the top when somebody came and that line was above: what is between them they didn't see.
    var passedUnread: (newRow: ChatRowID, end: ChatRowID)?
    /// The ends of the window for which more was asked already.
    var askedBefore: ChatRowID?
    var askedAfter: ChatRowID?
    /// Whether something was asked for since the last view model came.
    private var isAsking = false
    /// The gaps on screen that were told already.
    private var toldGaps: Set<ChatRowID> = []
    /// What the last frame showed and nobody was told yet.
    private var shown = ShownRows()
    /// The place in the chat that was asked for and didn't come yet.
    var awaited: AwaitedPlace?
    /// What was asked of the model for the selected row, as long as neither changes.
    var knownActions: (row: ChatRowID, actions: MessageActions?)?
    /// The chats to which a message can be forwarded, as they are by now.
    private(set) var forwardTargets: @MainActor () -> [ForwardTarget] = { [] }
    /// The last jump that was made.
    private var jumpNumber = 0
    /// Whether the selection began where somebody went, so that they come back from it.
    var isVisited = false
    /// Where they were told to stand.
    var toldStand: ChatStand?
    /// The chosen row of the list of chats, where that has the focus.
    var listRow: () -> ChatListItemID? = { nil }

    package init(chat: Event<ChatViewModel>, chatList: Event<ChatListViewModel>, host: PaneHost) {
        self.host = host
        chat.subscribe(self) { pane, model in pane.take(model) }
        chatList.subscribe(self) { pane, list in pane.forwardTargets = list.forwardTargets }
    }

    package var title: DisplayText { model?.title ?? .empty }

    /// The columns of its line that the title takes; a long one leaves room for what is said beside it, if anything is.
    package func titleColumns(width: Int) -> Int {
        let isShared = sharesTitleLine || model?.shouldShowBusy == true
        return min(TextWidth.columns(fullTitle), width < 40 || !isShared ? width : width - 18)
    }

    /// Whether the line with its title says that messages are being fetched.
    var isFetching: Bool { model?.shouldShowBusy ?? false }

    /// How many rows were laid out since the start, for tests that count.
    var layoutCount: Int { cache.layoutCount }

    package func draw(on canvas: Canvas, isFocused: Bool) {
        drawn.forget()
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

    /// Whether the newest message is on screen or will be with the next one.
    package var isAtLatest: Bool {
        // Of a chat that has no rows yet nothing is below.
        guard let model, !model.rows.isEmpty else { return true }
        return anchor == .latest && model.reachesLatest
    }
}

extension ChatPane {
    private func take(_ model: ChatViewModel) {
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
        takeAwaitedPlace(of: model)
        if beginsAnew { askAnew(of: model) }
        onChange()
    }

    /// A chat that begins anew forgot what was asked of it.
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

    /// Another chat has another place.
    private func forget() {
        anchor = .latest
        isPlaced = false
        isMoved = false
        columns = nil
        (selected, isVisited) = (nil, false)
        toldStand = nil
        lastSeen = nil
        newRowOnScreen = nil
        seenNewRow = nil
        passedUnread = nil
        shown = ShownRows()
        awaited = nil
    }

    /// The first message stays in view while what is before it still comes.
    func takeAwaitedPlace(of model: ChatViewModel) {
        switch awaited {
        case .first:
            if !model.rows.isEmpty { setTop(.start, in: model) }
            if selected != nil { selected = model.rows.first(where: \.isMessage)?.id }
            if model.needsFirst.reason != nil { awaited = nil }
        case .latest:
            // What is on screen stays until then: the end of another part of the chat is no place to be.
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

    /// Where the row at the top is gone, the nearest one before it that is left takes its place, or else one after it.
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

    /// In less room there would be nothing to read.
    private static let narrowestNote = 12

    private var fullTitle: String { " \(backMark.isEmpty ? "" : "\(backMark)  ")\(title.isolated) " }

    /// - Parameter head: how many rows of the pane are above.
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
            // A row taller than the screen is seen once its end is.
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
                drawn.note((model.rows[row].id, skipped + place), y: head + y)
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
        let pictures = lackOfPictures(in: model, seen: top.row..<row)
        if pictures != lastPictures { shown.pictures = pictures }
        lastPictures = pictures
    }

    private func drawEmpty(of model: ChatViewModel, on canvas: Canvas) {
        let lines = TextWrapping.lines(host.filled(model.emptyText).string, width: max(1, canvas.size.width - 2))
        for (y, line) in lines.enumerated() { canvas.draw(line, at: Point(x: 1, y: y), style: Theme.dim) }
    }

    /// Tells what is on screen by now, and asks for what will be soon: after the frame, since drawing changes nothing.
    package func tellWhatWasShown() {
        guard let model else { return }
        let told = shown
        shown = ShownRows()
        if let readable = told.readable { model.wasShown(readable.first, readable.last) }
        // What is beside a gap says at which of its ends it is looked at.
        for gap in told.gaps { model.gapWasShown(gap) }
        if !told.pictures.isEmpty { model.picturesCameNear(told.pictures) }
        if told.needsOlder { model.needsOlder() }
        if told.needsNewer { model.needsNewer() }
        tellStand()
    }

    /// Notes the rows of others: what comes in above one's own waiting line is read as well.
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
        if let stand = jump.stand { return take(stand, or: jump.row, in: model) }
        guard let row = model.rows.firstIndex(where: { $0.id == jump.row }) else { return }
        selected = jump.selects ? jump.row : nil
        isVisited = jump.selects && model.goBack.reason == nil
        setTop(scroll(in: model).moved(ChatPlace(row: row, line: 0), by: -(viewHeight / 3)), in: model)
    }

    /// A screen before the window ends is early enough for the answer to be there first.
    private func askForMore(in model: ChatViewModel, top: ChatPlace) {
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
    /// Someone who moves on asks again for what failed to come. What was asked for just now is on its way: keys that come
    /// faster than frames would have page after page loaded that nobody sees.
    func askAgain(before isBefore: Bool) {
        guard !isAsking else { return }
        if isBefore { askedBefore = nil } else { askedAfter = nil }
    }

    func lines(of row: ChatRowViewModel) -> [ChatLine] {
        guard let columns else { return [] }
        return cache.lines(of: row, columns: columns)
    }

    /// A chat opens where the unread begins, with a few lines before it, or at its end where that shows it all.
    private func place(in model: ChatViewModel) {
        guard !isPlaced else { return }
        isPlaced = true
        guard let unread = unreadStart(in: model) else { return }
        let scroll = scroll(in: model)
        // On very few rows the unread itself counts more than the line before it.
        let start = scroll.moved(ChatPlace(row: unread, line: 0), by: viewHeight < 3 ? 1 : -(viewHeight / 4))
        let latest = scroll.latestTop(viewHeight: viewHeight)
        if start < latest || !model.reachesLatest { setTop(min(start, latest), in: model) }
        lastSeen = model.rows[..<unread].last?.id
    }
}

extension ChatRowViewModel {
    /// Whether others wrote or did it.
    fileprivate var isReadable: Bool {
        switch content {
        case .message(let message): !message.isOwn
        case .notice: true
        case .day, .newLine, .gap: false
        }
    }
}
