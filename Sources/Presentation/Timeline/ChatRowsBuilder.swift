import Conversations
import Engine
import Messenger
import ViewModels

/// Builds the rows of a chat: messages in order, day lines, the line at the first unread message, gaps,
/// and outbox messages.
struct ChatRowsBuilder {
    var chatID = ""
    /// The root event of the shown thread; `nil` if the chat itself is shown.
    var threadID: String?
    /// The number of outbox messages in threads, by the root event of the thread.
    var linesInThreads: [String: Int] = [:]
    let window: MessageWindow
    let outbox: [OutboxLine]
    let names: MemberNames
    /// The read positions of others, by Matrix ID.
    let readPositions: [String: Int64]
    let newLinePosition: Int64?
    let isLoadingOlder: Bool
    /// The reasons why gaps couldn't be filled, by position.
    var gapProblems: [Int64: HistoryFailureReason] = [:]
    /// Whether it is a direct chat, where it is clear who has read a message.
    let isDirect: Bool
    let isOnline: Bool
    let ownUserID: String
    let time: TimeText
    /// The power levels of the chat, if known.
    var power: ChatPower?
    /// The messages with opened spoilers, by event.
    var opened: Set<String> = []
    /// Doubts about the messages of an encrypted chat; `nil` for an unencrypted one.
    var doubts: AuthenticityWarnings?
    /// The download states of files, by event.
    var media: [String: MediaState] = [:]
    /// The states of pictures, by event.
    var pictures: [String: PictureState] = [:]
    /// The maximum height of a picture in lines; 0 if none are drawn.
    var pictureRows = 0
    /// A cache that is kept between builds, so that unchanged rows aren't made again.
    var memo = ChatRowViewModelCache()

    private enum Shown {
        case row(ChatRowViewModel)
        /// Folded into one line with its neighbors.
        case inFold
        case nowhere
    }

    func build() -> [ChatRowViewModel] {
        var rows = RowList(time: time)
        let gaps = Dictionary(window.gaps.map { ($0.position, $0) }) { first, _ in first }
        let statuses = timelineStatuses()
        let messages = messageBuilder
        var fold: [Message] = []
        // Without anything above the first unread message the line would mark nothing.
        var hasSomethingAbove = window.hasOlder
        for placed in window.messages {
            let message = placed.message
            if let gap = gaps[placed.position] {
                close(&fold, in: &rows, messages)
                rows.append(.gap(gap), .gap(gapText(at: placed.position)))
                hasSomethingAbove = true
            }
            let isNew = placed.position == newLinePosition && hasSomethingAbove
            if isNew || rows.opensDay(message.timestamp) { close(&fold, in: &rows, messages) }
            switch shown(placed, status: statuses[placed.position] ?? .empty, messages) {
            case .nowhere: continue
            case .inFold:
                rows.openDay(message.timestamp)
                if isNew { rows.append("new", .newLine) }
                fold.append(message)
            case .row(let row):
                close(&fold, in: &rows, messages)
                rows.openDay(message.timestamp)
                if isNew { rows.append("new", .newLine) }
                rows.append(row, by: message.sender, at: message.timestamp)
            }
            hasSomethingAbove = true
        }
        close(&fold, in: &rows, messages)
        if !window.hasNewer { appendOutbox(to: &rows, messages) }
        return rows.rows
    }

    private func close(_ fold: inout [Message], in rows: inout RowList, _ messages: MessageViewModelBuilder) {
        defer { fold = [] }
        for run in fold.runs {
            guard let first = run.first else { continue }
            if first.kind == .encrypted {
                let text = DisplayText.words(
                    "timeline.messages-that-cant-be-read", ["reason": first.sealedText.string], count: run.count)
                append(run, asOne: text, to: &rows, messages)
            } else if !first.kind.isReadable {
                append(run, asOne: UnshownFold.text(of: run), to: &rows, messages)
            } else {
                append(memberships: run, to: &rows)
            }
        }
    }

    /// Appends consecutive membership changes as one line. The row has the identifier of the first,
    /// however many follow.
    private func append(memberships: [Message], to rows: inout RowList) {
        guard let first = memberships.first, let text = MembershipFold(names: names).text(of: memberships) else {
            return
        }
        rows.append(ChatRowID.of(first), .notice(text))
    }

    /// Appends a run as one line: events without a text, such as those of games, or messages that can't be decrypted
    /// for the same reason.
    private func append(
        _ run: [Message], asOne text: DisplayText, to rows: inout RowList, _ messages: MessageViewModelBuilder
    ) {
        guard let first = run.first, run.count > (first.kind == .encrypted ? Self.mostAlone : 1) else {
            for message in run {
                rows.append(row(message, status: .empty, messages), by: message.sender, at: message.timestamp)
            }
            return
        }
        rows.append(ChatRowID.of(first), .notice(text))
    }

    /// Up to this many undecryptable messages get a row each.
    private static let mostAlone = 3

    private func appendOutbox(to rows: inout RowList, _ messages: MessageViewModelBuilder) {
        let said = OutboxEcho(window: window, ownUserID: ownUserID).lines(of: outbox.filter { $0.purpose == .message })
        let lastSentID = said.last { !$0.isUnsent }?.id
        for line in said {
            rows.openDay(line.acceptedAt)
            let quoted = line.replyTo.flatMap(quoted)
            let message = messages.build(line, quoted: quoted, isLastSent: line.id == lastSentID)
            rows.append(ChatRowViewModel(.of(line), .message(message)), by: ownUserID, at: line.acceptedAt)
        }
    }

    /// The message that an outbox message replies to, if the window has it.
    private func quoted(_ eventID: String) -> QuotedMessage? {
        window.messages.last { $0.message.eventID == eventID }.map { QuotedMessage($0.message) }
    }

    private var messageBuilder: MessageViewModelBuilder {
        let shared = SharedRowValues(
            names: names, time: time, ownUserID: ownUserID,
            colors: memo.colors(of: window.messages, in: chatID, without: ownUserID), power: power,
            showsThreads: threadID == nil, pictureRows: pictureRows)
        return MessageViewModelBuilder(
            shared: memo.begin(shared, window.messages), isOnline: isOnline, changes: AskedChanges(outbox),
            opened: opened, linesInThreads: linesInThreads, media: media, pictures: pictures)
    }

    private func gapText(at position: Int64) -> DisplayText {
        if let problem = gapProblems[position] { return DisplayText(sanitizing: problem.text) }
        return isLoadingOlder
            ? .words("timeline.loading-older-messages") : .words("timeline.older-messages-are-not-here-yet")
    }

    private func shown(
        _ placed: PlacedMessage, status: DisplayText, _ messages: MessageViewModelBuilder
    ) -> Shown {
        let message = placed.message
        if isElsewhere(message) { return .nowhere }
        switch message.kind {
        case .encrypted where message.isLikeOthers && status.isEmpty && messages.changes.of(message).isEmpty:
            return .inFold
        case .text, .emote, .notice, .picture, .video, .sound, .file, .place, .sticker, .poll, .encrypted:
            return .row(row(message, at: placed.position, status: status, messages))
        case .membership:
            guard let change = message.detail, change.what != .unchanged else { return .nowhere }
            if change.what == .knocked, !message.isRemoved { return .row(notice(message, knock(message, change))) }
            // In a direct chat, joining and inviting aren't worth a line.
            return isDirect && [.joined, .invited].contains(change.what) ? .nowhere : .inFold
        case .power:
            guard !message.isRemoved else { return .nowhere }
            return .row(notice(message, PowerText(names: names).text(of: message)))
        case .chatName, .chatTopic, .joinRule, .historyVisibility, .pins, .chatEnd, .verification:
            guard !message.isRemoved else { return .nowhere }
            return .row(notice(message, name(message.sender).alone + " " + DisplayText(sanitizing: message.text).alone))
        case .relation:
            return .nowhere
        case .unreadable, .malformed, .unknown:
            return message.isRemoved || message.text.isEmpty ? .nowhere : .inFold
        }
    }

    /// A message in a thread is shown in the thread only.
    private func isElsewhere(_ message: Message) -> Bool { threadID == nil && message.standsInThread }

    /// Returns a text as in `Kim asks to join: I bring tea`, and how to let them in.
    private func knock(_ message: Message, _ change: MembershipChange) -> DisplayText {
        let person = names.name(of: change.userID, as: change.displayName)
        let asks: DisplayText =
            message.body.isEmpty
            ? .words("timeline.asks-to-join", ["person": person])
            : .words(
                "timeline.asks-to-join-for",
                ["person": person, "reason": message.body.beginning(upTo: MembershipFold.longestReason)])
        guard power?.mayInvite(ownUserID) == true else { return asks }
        return asks + " – " + DisplayText.words("timeline.lets-in", ["person": change.userID])
    }

    private func row(
        _ message: Message, at position: Int64? = nil, status: DisplayText, _ messages: MessageViewModelBuilder
    ) -> ChatRowViewModel {
        memo.model(of: messages.row(message, status: status, doubt: doubts?.doubt(of: message, at: position)))
    }

    private func notice(_ message: Message, _ text: DisplayText) -> ChatRowViewModel {
        ChatRowViewModel(.of(message), .notice(text))
    }

    /// Puts `read` at the newest own message that others have read, and `sent` at the newest own message after it.
    private func timelineStatuses() -> [Int64: DisplayText] {
        let own = window.messages.filter {
            $0.message.sender == ownUserID && $0.message.kind.countsAsUnread && !isElsewhere($0.message)
        }
        var statuses: [Int64: DisplayText] = [:]
        if let furthest = readPositions.values.max(), let lastRead = own.last(where: { $0.position <= furthest }) {
            statuses[lastRead.position] = readText(readers(of: lastRead.position))
        }
        let hasSentAfter = outbox.contains { $0.purpose == .message && !$0.isUnsent }
        if let last = own.last, statuses[last.position] == nil, !hasSentAfter {
            statuses[last.position] = .words("timeline.sent")
        }
        return statuses
    }

    private func readers(of position: Int64) -> [String] {
        readPositions.filter { $0.value >= position }.map(\.key).sorted()
    }

    private func readText(_ readers: [String]) -> DisplayText {
        if isDirect { return .words("timeline.read") }
        if readers.count > 2 { return .words("timeline.read-by-many", count: readers.count) }
        return .words("timeline.read-by", ["names": Naming.list(readers.map(names.name))])
    }

    private func name(_ userID: String) -> DisplayText { DisplayText(sanitizing: names.name(of: userID)) }
}

/// Rows in order, with a line at the start of each day.
private struct RowList {
    let time: TimeText
    private(set) var rows: [ChatRowViewModel] = []
    private var day = Int.min
    /// The last quarter of an hour of that day that was seen.
    private var quarter = Int64.min
    private var times: [Int: Int] = [:]
    /// The sender of the group at the end, its start, and the last shown time.
    private var group: (sender: String, start: Int64, time: DisplayText)?
    /// The longest group, in milliseconds.
    private static let longestGroup: Int64 = 300_000

    init(time: TimeText) { self.time = time }

    func opensDay(_ timestamp: Int64) -> Bool {
        // Days start at a quarter of an hour in every time zone, so the slow calendar is asked only after one passes.
        timestamp > 0 && Self.quarter(timestamp) != quarter && TimeText.day(timestamp) != day
    }

    private static func quarter(_ timestamp: Int64) -> Int64 { timestamp / 900_000 }

    /// A wrong clock may make a day appear twice; each line still has its own identifier. A message without a time
    /// stays on the day before it.
    mutating func openDay(_ timestamp: Int64) {
        guard timestamp > 0, Self.quarter(timestamp) != quarter else { return }
        quarter = Self.quarter(timestamp)
        let next = TimeText.day(timestamp)
        guard next != day else { return }
        day = next
        times[next, default: 0] += 1
        append("d\(next)-\(times[next, default: 0])", .day(DisplayText(sanitizing: time.longDay(timestamp))))
    }

    mutating func append(_ id: String, _ content: ChatRowViewModel.Content) { append(ChatRowID(id), content) }

    mutating func append(_ id: ChatRowID, _ content: ChatRowViewModel.Content) {
        append(ChatRowViewModel(id, content))
    }

    private mutating func append(_ row: ChatRowViewModel) {
        rows.append(row)
        group = nil
    }

    /// Shows the sender once per group, and the time only when it changes. An emote contains the name itself.
    mutating func append(_ row: ChatRowViewModel, by sender: String, at timestamp: Int64) {
        guard case .message(let message) = row.content, message.kind != .emote else { return append(row) }
        var row = row
        if let group, group.sender == sender, (0..<Self.longestGroup).contains(timestamp - group.start) {
            row.heading = group.time == message.time ? .nothing : .time
            self.group?.time = message.time
        } else {
            group = (sender, timestamp, message.time)
        }
        rows.append(row)
    }
}

extension [Message] {
    /// Splits where messages become displayable or stop being so, and where the reason for failed decryption changes.
    fileprivate var runs: [[Message]] {
        reduce(into: []) { runs, message in
            if let last = runs.last?.last, last.isOfOneRun(with: message) {
                runs[runs.count - 1].append(message)
            } else {
                runs.append([message])
            }
        }
    }
}

extension Message {
    /// Whether a message that can't be read has nothing else to show, such as reactions.
    fileprivate var isLikeOthers: Bool { !isRemoved && reactions.isEmpty }

    fileprivate func isOfOneRun(with other: Message) -> Bool {
        guard kind == .encrypted || other.kind == .encrypted else { return kind.isReadable == other.kind.isReadable }
        return kind == other.kind && sealedReason == other.sealedReason
    }

    private var sealedReason: DecryptionFailureReason? {
        if case .sealed(let reason, _) = encryption { reason } else { nil }
    }
}
