import ViewModels

/// Reads the open chat aloud: its messages when it is opened, then each change.
@MainActor
final class LinearChat {
    /// The most rows read at once, unless the user asks for more.
    private static let page = 20
    /// The number of already read messages that are repeated when a chat without new messages is opened.
    private static let lastFew = 5

    private let voice: Announcer
    private let question: LinearQuestion
    private let files: LinearFiles
    private(set) var model: ChatViewModel?
    /// Whether the chat is what the screen would show now, rather than an invitation or nothing.
    var isOpen = false
    /// Called after an opened chat, or the message that the user went to, was read aloud.
    var wasRead: () -> Void = {}

    /// The chat that was opened last. If it is opened again, it is read aloud like another chat.
    private var place: (opening: Int, number: Int, title: DisplayText)?
    /// The rows that aren't announced as new anymore, as last received: those read aloud or skipped. Their changes are
    /// announced.
    private var known: [ChatRowID: ChatRowViewModel] = [:]
    /// The first and the last row read aloud.
    private var first: ChatRowID?
    private var last: ChatRowID?
    /// Whether rows after the last one wait until the user asks for them.
    private var isBehind = false
    private var toldBelow = 0
    /// The status of each message that was announced last. A repeated status isn't announced again.
    private var toldStatuses: [ChatRowID: DisplayText] = [:]
    /// The rows read aloud in all chats. They are not announced as new again if the user returns to a chat before the
    /// server has registered them as read.
    private var spoken = SpokenRows()
    /// The rows after the last one read aloud, as of the last update; `nil` if there was no update since rows were
    /// read.
    private var waiting: Set<ChatRowID>?
    /// Whether a jump to a found message is pending, which replaces the usual start of the chat.
    var awaitsJump = false
    private var jumpNumber = 0
    private var awaitsOlder = false
    private var awaitsMore = false
    /// Whether the end of the chat is being loaded.
    private var awaitsLatest = false
    /// The number of typed messages whose rows haven't arrived.
    private var echoes = 0
    private var errorText = DisplayText.empty

    init(_ chat: Event<ChatViewModel>, voice: Announcer, question: LinearQuestion, files: LinearFiles) {
        self.voice = voice
        self.question = question
        self.files = files
        files.actions = { [weak self] row in self?.isOpen == true ? self?.model?.actions(row) : nil }
        chat.subscribe(self) { reader, model in reader.model = model }
    }

    /// Whether a typed message isn't in the chat yet.
    var awaitsOwnLine: Bool { echoes > 0 }

    /// Registers a message that the user typed. It isn't announced when it arrives.
    ///
    /// The message goes to the end of the chat. Earlier rows that haven't been read to the user yet are skipped.
    func typed() {
        echoes += 1
        guard isBehind, let model else { return }
        isBehind = false
        guard !model.reachesLatest else {
            for row in model.rows { known[row.id] = row }
            return
        }
        (awaitsLatest, known) = (true, [:])
        model.needsLatest()
    }

    /// Unregisters a typed message that wasn't sent.
    func untyped() { echoes = max(0, echoes - 1) }

    func present() {
        guard isOpen, let model else { return }
        let isOther =
            place.map { $0.opening != model.opening || $0.number != model.chatNumber && $0.title != model.title }
            ?? true
        if isOther { return begin(model) }
        if place?.number != model.chatNumber { known = [:] }
        place?.number = model.chatNumber
        if model.shouldShowError, model.errorText != errorText { voice.announce(model.errorText.sentence) }
        errorText = model.shouldShowError ? model.errorText : .empty
        if goesToJump(model) { return }
        announceChanges(of: model)
        answerQuestions(model)
        announceBelow(model)
    }

    private func begin(_ model: ChatViewModel) {
        if model.rows.isEmpty, model.emptyText.isEmpty || model.shouldShowBusy { return }
        place = (model.opening, model.chatNumber, model.title)
        (known, first, last, echoes) = ([:], nil, nil, 0)
        files.begin()
        (isBehind, toldBelow, errorText) = (false, model.newBelow, .empty)
        (awaitsOlder, awaitsMore, awaitsLatest) = (false, false, false)
        voice.announce(.words("linear.chat", ["chat": model.title.string]))
        if !model.note.isEmpty { voice.announce(.words("linear.note", ["note": model.note.string])) }
        if goesToJump(model) { return }
        if awaitsJump {
            for row in model.rows { known[row.id] = row }
            return
        }
        defer { wasRead() }
        // The messages of a chat that was just joined arrive later, so an empty chat is announced only on request.
        guard !model.rows.isEmpty else { return }
        if readNew(model) { return }
        let range = latestRows(model)
        sayDay(before: range, of: model)
        read(range, of: model)
    }

    /// Reads the new messages aloud, if there are any.
    ///
    /// - Returns: whether there are any.
    private func readNew(_ model: ChatViewModel) -> Bool {
        guard let new = model.unreadRow, let counted = model.rows.firstIndex(where: { $0.id == new }),
            let unread = model.rows.indices[counted...].first(where: { isNew(model.rows[$0]) })
        else { return false }
        let end = min(model.rows.count, unread + Self.page)
        isBehind = end < model.rows.count || !model.reachesLatest
        voice.announce(.words("linear.new-from-here"))
        sayDay(before: unread..<end, of: model)
        read(unread..<end, of: model)
        if isBehind { voice.announce(.words("linear.more-follows")) }
        return true
    }

    private func isNew(_ row: ChatRowViewModel) -> Bool { row.isSaid && !spoken.contains(row.id) }

    private func latestRows(_ model: ChatViewModel) -> Range<Int> {
        let said = model.rows.indices.filter { model.rows[$0].isSaid }
        let start = said.suffix(Self.lastFew).first ?? 0
        return start..<model.rows.count
    }

    /// Reads aloud the message that the user went to, with its neighbors.
    ///
    /// - Returns: whether the user went to a message.
    private func goesToJump(_ model: ChatViewModel) -> Bool {
        guard let jump = model.jump, jump.number > jumpNumber,
            let row = model.rows.firstIndex(where: { $0.id == jump.row })
        else { return false }
        (jumpNumber, awaitsJump) = (jump.number, false)
        let range = max(0, row - 2)..<min(model.rows.count, row + 3)
        isBehind = range.upperBound < model.rows.count || !model.reachesLatest
        known = [:]
        voice.announce(.words("linear.in-its-place"))
        sayDay(before: range, of: model)
        read(range, of: model)
        wasRead()
        if isBehind { voice.announce(.words("linear.more-follows")) }
        return true
    }

    // MARK: Changes

    private func announceChanges(of model: ChatViewModel) {
        guard !model.rows.isEmpty else { return }
        guard let start = model.rows.firstIndex(where: { known[$0.id] != nil }) else {
            // Another part of the chat replaced the one that was read.
            if awaitsMore || first == nil {
                awaitsMore = false
                return read(0..<min(model.rows.count, Self.page), of: model)
            }
            if awaitsLatest || model.reachesLatest {
                let isAskedFor = awaitsLatest
                (awaitsLatest, isBehind) = (false, false)
                // Messages that arrived meanwhile aren't skipped.
                if isAskedFor || !readNew(model) { read(latestRows(model), of: model) }
            }
            return
        }
        let end = model.rows.lastIndex { known[$0.id] != nil } ?? start
        for place in model.rows.indices {
            let row = model.rows[place]
            if let old = known[row.id] {
                if old.revision != row.revision { change(from: old, to: row, in: model) }
                known[row.id] = row
            } else if place > start, place < end || !isBehind {
                if case .newLine = row.content { continue }
                read(place..<place + 1, of: model)
            }
        }
    }

    private func change(from old: ChatRowViewModel, to row: ChatRowViewModel, in model: ChatViewModel) {
        switch (old.content, row.content) {
        case (.message(let before), .message(let now)): change(from: before, to: now, row: row.id, in: model)
        case (_, .notice(let text)): voice.announce(.words("linear.event", ["text": text.string]))
        case (_, .gap), (_, .day), (_, .newLine), (_, .message): break
        }
    }

    private func change(
        from old: MessageViewModel, to message: MessageViewModel, row: ChatRowID, in model: ChatViewModel
    ) {
        let spoken = SpokenMessage(message: message)
        if message.kind == .removed, old.kind != .removed {
            let was = SpokenMessage(message: old)
            voice.announce(
                .words(
                    "linear.removed",
                    ["what": message.text.string, "name": was.name.string, "text": was.part]))
        } else if old.wholeText != message.wholeText {
            voice.announce(spoken.changed)
        }
        if old.reactions != message.reactions, message.kind != .removed { voice.announce(spoken.signsChanged) }
        if old.thread != message.thread, message.hasNewInThread {
            voice.announce(.words("linear.thread-of", ["text": spoken.part, "thread": message.thread.string]))
        }
        let isFurther = message.statusTone == .pending && old.status.withoutNumbers == message.status.withoutNumbers
        let isNews = old.status != message.status && toldStatuses[row] != message.status
        if !isFurther, isNews { announceStatus(of: message, row: row, in: model) }
    }

    private func announceStatus(of message: MessageViewModel, row: ChatRowID, in model: ChatViewModel) {
        let isOfFile =
            files.has(row)
            && (!message.isOwn || message.statusTone == .failed && !isFailedLine(row, message, of: model))
        guard message.isOwn || message.statusTone == .failed || isOfFile, !message.status.isEmpty else { return }
        let status = message.status
        let isPassing = message.statusTone == .pending && status.isOfSending
        guard !isPassing else { return }
        // The command that downloads a file announces the progress itself.
        toldStatuses[row] = isOfFile && message.statusTone == .pending ? nil : status
        if isOfFile { return message.statusTone == .pending ? () : files.announce(status, of: row) }
        let part = SpokenMessage(message: message).part
        switch message.statusTone {
        case .failed: voice.announce(.words("linear.failed", ["status": status.sentence.string, "text": part]))
        case .pending where status == .words("timeline.unsent"): voice.announce(.words("linear.waits"))
        case .pending, .done:
            let isNewest = model.lastOwnRow == row
            voice.announce(
                isNewest
                    ? status.sentence : .words("linear.status-of", ["status": status.sentence.string, "text": part]))
        }
    }

    private func announceBelow(_ model: ChatViewModel) {
        defer { toldBelow = model.newBelow }
        if isBehind, model.reachesLatest { return announceUnread(model) }
        guard model.newBelow > toldBelow else { return }
        voice.announce(.words("linear.new-below", count: model.newBelow))
    }

    /// Announces messages that arrived after the rows waiting to be read.
    private func announceUnread(_ model: ChatViewModel) {
        let place = last.flatMap { id in model.rows.lastIndex { $0.id == id } } ?? model.rows.count - 1
        let below = Set(model.rows[(place + 1)...].filter(\.isSaid).map(\.id))
        let new = waiting.map { below.subtracting($0) } ?? []
        waiting = below
        if !new.isEmpty { voice.announce(.words("linear.new-below", count: new.count)) }
    }

    // MARK: Reading

    /// Says the day of the range if its day line lies above the range.
    private func sayDay(before range: Range<Int>, of model: ChatViewModel) {
        if let first = model.rows[range].first, case .day = first.content { return }
        for row in model.rows[..<range.lowerBound].reversed() {
            if case .day(let day) = row.content { return voice.announce(day.sentence) }
        }
    }

    private func read(_ range: Range<Int>, of model: ChatViewModel) {
        var shown: [ChatRowID] = []
        let hasNew =
            model.unreadRow.flatMap { id in model.rows.firstIndex { $0.id == id } }
            .map { model.rows[$0...].contains(where: isNew) } ?? true
        for row in model.rows[range] {
            known[row.id] = row
            switch row.content {
            case .day(let day): voice.announce(day.sentence)
            case .newLine: if hasNew { voice.announce(.words("linear.new-from-here")) }
            case .notice(let text):
                voice.announce(.words("linear.event", ["text": text.string]))
                spoken.add(row.id)
                shown.append(row.id)
            case .gap(let text):
                // A gap before the oldest row isn't between two messages, so it isn't announced.
                if row.id != model.rows.first?.id { voice.announce(.words("linear.gap", ["text": text.string])) }
                model.gapWasShown(row.id)
            case .message(let message):
                read(message, row: row.id, in: model)
                if !message.isOwn { shown.append(row.id) }
            }
        }
        waiting = nil
        let read = model.rows[range]
        if let start = read.first?.id, first == nil || !model.rows.contains(where: { $0.id == first }) { first = start }
        if let end = read.last?.id { last = model.rows.last { known[$0.id] != nil }?.id ?? end }
        if let from = shown.first, let to = shown.last { model.wasShown(from, to) }
    }

    private func read(_ message: MessageViewModel, row: ChatRowID, in model: ChatViewModel) {
        spoken.add(row)
        if message.isOwn, echoes > 0 {
            echoes -= 1
        } else {
            let remark = message.mark == .none ? .empty : model.actions(row)?.remark ?? .empty
            voice.announce(SpokenMessage(message: message, remark: remark).lines)
            files.read(row)
        }
        if message.isOwn { announceStatus(of: message, row: row, in: model) }
    }

    private func answerQuestions(_ model: ChatViewModel) {
        if awaitsOlder, !model.shouldShowBusy { older(isAskedFor: false) }
        if awaitsMore { more(isAskedFor: false) }
    }
}

/// The user's commands.
extension LinearChat {
    /// Reads the last messages again.
    func readAgain(_ count: Int) {
        guard isOpen, let model else { return voice.announce(.words("linear.no-chat-is-open")) }
        guard !model.rows.isEmpty else { return voice.announce(model.emptyText.sentence) }
        let end = last.flatMap { id in model.rows.lastIndex { $0.id == id } } ?? model.rows.count - 1
        let said = model.rows[...end].indices.filter { model.rows[$0].isSaid }
        read((said.suffix(max(1, count)).first ?? 0)..<end + 1, of: model)
    }

    /// Reads aloud the rows that precede those read so far. If they aren't loaded yet, it requests them.
    func older() { older(isAskedFor: true) }

    private func older(isAskedFor: Bool) {
        guard isOpen, let model else { return voice.announce(.words("linear.no-chat-is-open")) }
        let place = first.flatMap { id in model.rows.firstIndex { $0.id == id } } ?? 0
        let before = model.rows[..<place].indices.filter { model.rows[$0].isSaid }
        if let start = before.suffix(Self.page).first {
            awaitsOlder = false
            first = model.rows[start].id
            voice.announce(.words("linear.before-that"))
            read(start..<place, of: model)
            return voice.announce(.words("linear.was-before-that"))
        }
        guard isAskedFor || awaitsOlder else { return }
        awaitsOlder = isAskedFor
        if let reason = isAskedFor ? model.needsOlder() : .words("linear.nothing-older") {
            awaitsOlder = false
            voice.announce(reason.sentence)
        }
    }

    /// Reads aloud the rows that follow the last one read. If they aren't loaded yet, it requests them.
    func more() { more(isAskedFor: true) }

    private func more(isAskedFor: Bool) {
        guard isOpen, let model else { return voice.announce(.words("linear.no-chat-is-open")) }
        let place = last.flatMap { id in model.rows.lastIndex { $0.id == id } } ?? model.rows.count - 1
        let end = min(model.rows.count, place + 1 + Self.page)
        if place + 1 < end {
            awaitsMore = false
            isBehind = end < model.rows.count || !model.reachesLatest
            read(place + 1..<end, of: model)
            return voice.announce(isBehind ? .words("linear.more-follows") : .words("linear.that-is-all"))
        }
        guard isAskedFor else { return }
        guard let reason = model.needsNewer() else { return awaitsMore = true }
        isBehind = false
        voice.announce(reason.sentence)
    }

    /// Skips to the latest messages.
    func latest() {
        guard isOpen, let model else { return voice.announce(.words("linear.no-chat-is-open")) }
        isBehind = false
        model.wentToLatest()
        if model.reachesLatest {
            known = Dictionary(uniqueKeysWithValues: model.rows.map { ($0.id, $0) })
            return read(latestRows(model), of: model)
        }
        (awaitsLatest, known) = (true, [:])
        model.needsLatest()
    }

    /// Whether the open chat has a refused message.
    var hasFailed: Bool { isOpen && failed != nil }

    private var failed: ChatRowID? {
        model.flatMap { model in
            model.rows.last { row in
                if case .message(let message) = row.content { isFailedLine(row.id, message, of: model) } else { false }
            }?.id
        }
    }

    /// Returns whether the message was refused; a failed download of its file doesn't count.
    private func isFailedLine(_ row: ChatRowID, _ message: MessageViewModel, of model: ChatViewModel) -> Bool {
        guard message.isOwn, message.statusTone == .failed, let actions = model.actions(row) else { return false }
        return actions.resend.reason == nil || actions.withdraw.reason == nil
    }

    /// Sends the last refused message again.
    func retry() { act { question.ask($0.resendQuestion, before: $0.resend) } }

    func withdraw() { act { question.ask(.empty, before: $0.withdraw) } }

    private func act(_ act: (MessageActions) -> Void) {
        guard isOpen, let failed, let actions = model?.actions(failed) else {
            return voice.announce(.words("linear.nothing-failed"))
        }
        act(actions)
    }
}

extension DisplayText {
    /// The status without numbers, so that an upload isn't announced at each step.
    fileprivate var withoutNumbers: String { string.filter { !$0.isNumber } }

    /// Whether the status only says that a message is being sent, or its progress.
    fileprivate var isOfSending: Bool {
        let uploading = DisplayText.words("timeline.uploading", ["percent": ""])
        return self == .words("timeline.sending") || withoutNumbers == uploading.withoutNumbers
    }
}

extension ChatRowViewModel {
    /// Whether the row is a message or an event, rather than a line between messages.
    fileprivate var isSaid: Bool {
        switch content {
        case .message, .notice: true
        case .day, .newLine, .gap: false
        }
    }
}
