import Conversations
import ViewModels

/// Makes the rows of a chat: messages in their order, day lines, the line at the first unread, what is missing, and the
/// lines that are not in the timeline yet.
struct ChatRowsBuilder {
    let window: MessageWindow
    let outbox: [OutboxLine]
    let members: [String: ChatMember]
    /// How far others have read, by Matrix ID; without oneself.
    let readPositions: [String: Int64]
    let newLinePosition: Int64?
    let isLoadingOlder: Bool
    /// Whether two people talk: who has read is clear then.
    let isDirect: Bool
    let isOnline: Bool
    let ownUserID: String
    let time: TimeText

    func build() -> [ChatRowViewModel] {
        var rows: [ChatRowViewModel] = []
        rows.reserveCapacity(window.messages.count + outbox.count + 8)
        var day = Int.min
        var days: [Int: Int] = [:]
        let gaps = Set(window.gaps.map(\.position))
        let statuses = timelineStatuses()
        for placed in window.messages {
            if gaps.contains(placed.position) { rows.append(gapRow(at: placed.position)) }
            guard let content = content(placed, status: statuses[placed.position]) else { continue }
            appendDay(of: placed.message.timestamp, after: &day, times: &days, to: &rows)
            if placed.position == newLinePosition { rows.append(newLine) }
            rows.append(row("m" + placed.message.eventID, content))
        }
        let isWindowAtEnd = !window.hasNewer
        for line in outbox where isWindowAtEnd {
            appendDay(of: line.acceptedAt, after: &day, times: &days, to: &rows)
            rows.append(row("o" + line.id, .message(message(line, lastSentID: outbox.last { !$0.isUnsent }?.id))))
        }
        return rows
    }

    private var newLine: ChatRowViewModel { row("new", .newLine) }

    /// A clock that was wrong lets a day come twice; each line has an identifier of its own all the same.
    private func appendDay(
        of timestamp: Int64, after day: inout Int, times days: inout [Int: Int], to rows: inout [ChatRowViewModel]
    ) {
        let next = TimeText.day(timestamp)
        guard next != day else { return }
        day = next
        days[next, default: 0] += 1
        let id = "d\(next)-\(days[next, default: 0])"
        rows.append(row(id, .day(DisplayText(sanitizing: time.longDay(timestamp)))))
    }

    private func gapRow(at position: Int64) -> ChatRowViewModel {
        row("g\(position)", .gap(isLoadingOlder ? "Loading older messages…" : "Older messages are not here yet"))
    }

    private func row(_ id: String, _ content: ChatRowViewModel.Content) -> ChatRowViewModel {
        ChatRowViewModel(id: ChatRowID(id), revision: content.hashValue, content: content)
    }

    private func content(_ placed: PlacedMessage, status: DisplayText?) -> ChatRowViewModel.Content? {
        let message = placed.message
        switch message.kind {
        case .text, .emote, .notice, .encrypted:
            return .message(viewModel(message, status: status ?? .empty))
        case .membership:
            guard let text = membershipText(message) else { return nil }
            return .notice(text)
        case .chatChanged where message.isRemoved:
            return nil
        case .chatChanged:
            return .notice(name(message.sender) + " " + DisplayText(sanitizing: message.body))
        case .relation:
            return nil
        case .unknown:
            return message.body.isEmpty
                ? nil : .notice(name(message.sender) + ": " + DisplayText(sanitizing: message.body))
        }
    }

    private func viewModel(_ message: Message, status: DisplayText) -> MessageViewModel {
        MessageViewModel(
            time: DisplayText(sanitizing: time.clock(message.timestamp)), sender: name(message.sender),
            senderHue: Naming.hue(message.sender), isOwn: message.sender == ownUserID, isMention: false,
            kind: message.isRemoved ? .removed : kind(message.kind), text: text(message), status: status,
            statusTone: .done)
    }

    private func kind(_ kind: Message.Kind) -> MessageViewModel.Kind {
        switch kind {
        case .emote: .emote
        case .notice, .encrypted: .notice
        case .text, .membership, .chatChanged, .relation, .unknown: .text
        }
    }

    private func text(_ message: Message) -> RichText {
        if message.isRemoved { return "This message was removed." }
        if message.kind == .encrypted { return "An encrypted message, which Confab can't read yet." }
        return RichText(message)
    }

    private func message(_ line: OutboxLine, lastSentID: String?) -> MessageViewModel {
        let (status, tone): (DisplayText, MessageViewModel.StatusTone) =
            switch line.state {
            case .queued: (isOnline ? "sending…" : "unsent", .pending)
            case .sent: (line.id == lastSentID ? "sent" : .empty, .done)
            case .failed(let reason): ("failed: " + DisplayText(sanitizing: reason), .failed)
            }
        return MessageViewModel(
            time: DisplayText(sanitizing: time.clock(line.acceptedAt)), sender: name(ownUserID),
            senderHue: Naming.hue(ownUserID), isOwn: true, isMention: false, kind: line.isEmote ? .emote : .text,
            text: RichText(line), status: status, statusTone: tone)
    }

    /// `read` stands at the newest own message that others have read, `sent` at the newest own one after it.
    private func timelineStatuses() -> [Int64: DisplayText] {
        let own = window.messages.filter { $0.message.sender == ownUserID && $0.message.kind.countsAsUnread }
        var statuses: [Int64: DisplayText] = [:]
        if let lastRead = own.last(where: { !readers(of: $0.position).isEmpty }) {
            statuses[lastRead.position] = readText(readers(of: lastRead.position))
        }
        let hasSentAfter = outbox.contains { !$0.isUnsent }
        if let last = own.last, statuses[last.position] == nil, !hasSentAfter { statuses[last.position] = "sent" }
        return statuses
    }

    private func readers(of position: Int64) -> [String] {
        readPositions.filter { $0.value >= position }.map(\.key).sorted()
    }

    private func readText(_ readers: [String]) -> DisplayText {
        if isDirect { return "read" }
        if readers.count > 2 { return DisplayText(sanitizing: "read by \(readers.count)") }
        return "read by " + DisplayText(sanitizing: Naming.list(readers.map { Naming.person($0, among: members) }))
    }

    private func membershipText(_ message: Message) -> DisplayText? {
        guard let change = message.detail else { return nil }
        // Between two people it goes without saying how they came together.
        if isDirect, [.joined, .invited].contains(change.what) { return nil }
        let whom = DisplayText(sanitizing: change.displayName ?? Naming.person(change.userID, among: members))
        let actor = name(message.sender)
        return switch change.what {
        case .joined: whom + " joined"
        case .left: whom + " left"
        case .invited: actor + " invited " + whom
        case .declined: whom + " declined the invitation"
        case .removed: actor + " removed " + whom
        case .banned: actor + " banned " + whom
        case .unbanned: actor + " lifted the ban on " + whom
        case .renamed: DisplayText(sanitizing: Naming.shortID(change.userID)) + " is now called " + whom
        case .unchanged: nil
        }
    }

    private func name(_ userID: String) -> DisplayText {
        DisplayText(sanitizing: Naming.person(userID, among: members))
    }
}
