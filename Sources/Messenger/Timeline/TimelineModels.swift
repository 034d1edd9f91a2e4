package import Conversations
package import Engine
package import ViewModels

extension ChatRowID {
    /// Returns the row's identifier. For a message sent from this device it doesn't change when the server has it.
    package static func of(_ message: Message) -> ChatRowID {
        ChatRowID(message.transactionID.map { "o" + $0 } ?? "m" + message.eventID)
    }

    package static func of(_ line: OutboxLine) -> ChatRowID { ChatRowID("o" + line.id) }

    /// Includes both ends of the gap, so that a partly filled gap is a new row and is filled further while on screen.
    package static func gap(_ gap: TimelineGap) -> ChatRowID {
        ChatRowID("g\(gap.position) \(gap.onward?.eventID ?? "")")
    }
}

/// The reason why older messages are missing.
package enum HistoryFailureReason: Hashable, Sendable {
    case failed(FailureReason)
    /// The request failed and is repeated only when the user asks for it.
    case waiting(FailureReason)
    case retrying(FailureReason, seconds: Int)
    /// The searched message isn't in the server's history.
    case notInHistory
    /// The messages couldn't be read from disk.
    case unreadable

    package var text: String {
        switch self {
        case .failed(let reason): HistoryFailureReason.text(of: reason)
        case .waiting(let reason):
            .words("timeline.page-up-asks-again", ["reason": HistoryFailureReason.sentence(reason)])
        case .retrying(let reason, let seconds):
            .words("timeline.trying-again", ["reason": HistoryFailureReason.sentence(reason)], count: seconds)
        case .notInHistory: .words("timeline.not-in-history")
        case .unreadable: .words("timeline.unreadable")
        }
    }

    private static func text(of reason: FailureReason) -> String {
        guard case .server = reason else { return reason.text }
        return .words("timeline.older-messages", ["reason": reason.text])
    }

    private static func sentence(_ reason: FailureReason) -> String {
        let text = text(of: reason)
        return text.last.map { ".?!。？！".contains($0) } ?? false ? text : .words("list.sentence", ["text": text])
    }
}

/// The progress of loading older messages, and the gaps that couldn't be filled.
package struct HistoryLoading: Equatable {
    private enum Progress: Equatable {
        case rest, loading
        case failed(HistoryFailureReason)
    }

    private var progress = Progress.rest
    /// The reasons why gaps couldn't be filled, by position.
    package private(set) var gapProblems: [Int64: HistoryFailureReason] = [:]
    /// The number of failed attempts to fill a gap in a row, in any chat.
    private var failures = 0

    package var isLoadingOlder: Bool { progress == .loading }

    package var error: HistoryFailureReason? {
        guard case .failed(let reason) = progress else { return nil }
        return reason
    }

    /// Begins in an opened chat.
    mutating func open() { (progress, gapProblems) = (.rest, [:]) }

    mutating func begin() { progress = .loading }

    /// Ends the loading. The reason of an earlier failure stays.
    mutating func end() {
        if isLoadingOlder { progress = .rest }
    }

    mutating func fail(_ reason: HistoryFailureReason) { progress = .failed(reason) }

    /// Forgets failures, as the server answered.
    mutating func endProblem() {
        if error != nil { progress = .rest }
        failures = 0
    }

    mutating func failGap(at position: Int64, _ reason: HistoryFailureReason) { gapProblems[position] = reason }

    mutating func retryGap(at position: Int64) { gapProblems[position] = nil }

    /// Counts a failed attempt to fill a gap.
    ///
    /// - Returns: the pause before the next attempt in seconds: 5, then doubling, at most 300.
    mutating func nextPause() -> Int {
        failures += 1
        return min(5 << min(failures - 1, 6), 300)
    }
}

/// The stored part of a chat that is shown when it is opened.
struct OpenedTimeline {
    let window: MessageWindow
    let members: [ChatMember]
    let readPositions: [String: Int64]
    /// `nil` if the read position is unknown.
    let unread: UnreadPart?
    /// The root message of the opened thread, if this device has it.
    var root: Message?

    static let empty = OpenedTimeline(window: .empty, members: [], readPositions: [:], unread: nil)
}

/// The people of the open chat: their names, and the positions up to which they have read.
package struct TimelinePeople: Equatable {
    /// The members, by Matrix ID.
    private(set) var members: [String: ChatMember] = [:] {
        didSet { names = MemberNames(members) }
    }
    /// The names of ``members``.
    package private(set) var names = MemberNames()
    /// The read positions of people, by Matrix ID.
    package private(set) var readPositions: [String: Int64] = [:]

    /// Replaces all people by those of an opened chat.
    mutating func open(_ members: [ChatMember], readPositions: [String: Int64]) {
        set(members)
        self.readPositions = readPositions
    }

    private mutating func set(_ members: [ChatMember]) {
        let members = Dictionary(members.map { ($0.userID, $0) }) { _, last in last }
        if members != self.members { self.members = members }
    }

    /// Applies new or changed members.
    mutating func merge(_ changed: [ChatMember]) {
        guard !changed.isEmpty else { return }
        var members = members
        for member in changed { members[member.userID] = member }
        if members != self.members { self.members = members }
    }

    /// Applies changed read positions of the chat itself or of its open thread.
    mutating func merge(_ places: [ReadPosition], threadID: String?) {
        for place in places where place.threadID == threadID { readPositions[place.userID] = place.position }
    }

    /// Applies changed names of contacts.
    ///
    /// - Parameter names: the names of all contacts, by Matrix ID.
    mutating func setContactNames(_ names: [String: String]) {
        set(
            members.values.map { member in
                var member = member
                member.contactName = names[member.userID]
                return member
            })
    }
}

/// The answer of the disk to a ``TimelineRequest``.
enum TimelineResponse: Sendable {
    case opened(OpenedTimeline)
    case older(MessageWindow, before: Int64)
    case newer(MessageWindow, after: Int64)
    case latest(MessageWindow)
    /// The latest messages, with the start of the unread ones.
    case caughtUp(MessageWindow, unread: UnreadPart?, findsUnread: Bool)
    case firstLook(OpenedTimeline)
    case first(MessageWindow)
    /// The messages around the searched one; `nil` if this device doesn't have it.
    case sought(HistoryDestination, MessageWindow?, gap: TimelineGap?)
    /// All unread messages are on disk.
    case unreadFound(OpenedTimeline, isAsked: Bool)
    /// Some unread messages are missing.
    case unreadMissing(UnreadPart?, gap: TimelineGap?, isAsked: Bool)
    /// The window is `nil` if this device doesn't have the message.
    case visited(eventID: String, MessageWindow?, selects: Bool)
    case filled(MessageWindow, through: Int64?)
}

/// Pending questions to the disk, and the changes since. An answer may have been read before those
/// changes were stored.
struct PendingTimelineRequests: Equatable {
    enum Change: Equatable {
        case arrived(ArrivedMessages)
        case changed([PlacedMessage])
        case people([ChatMember])
        case read([ReadPosition])
    }

    /// Whether each pending question finds the end of the timeline, in the order of the answers.
    private var open: [Bool] = []
    private(set) var meanwhile: [Change] = []

    /// Whether a pending question finds the end of the timeline.
    var findEnd: Bool { open.contains(true) }

    /// Whether a question is pending.
    var areOpen: Bool { !open.isEmpty }

    mutating func begin(findsEnd: Bool) { open.append(findsEnd) }

    /// Removes the oldest question, which is answered.
    mutating func end() {
        if !open.isEmpty { open.removeFirst() }
        if open.isEmpty { meanwhile = [] }
    }

    mutating func record(_ change: Change) {
        if !open.isEmpty { meanwhile.append(change) }
    }
}

/// The progress of reading the open chat's timeline.
package enum TimelineStage: Sendable {
    /// The messages are still being read from disk.
    case opening
    /// The disk could not be read.
    case unreadable
    case open
}
