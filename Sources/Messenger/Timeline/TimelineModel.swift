package import Conversations
import Engine
import ViewModels

/// Answers of the disk about the open chat's timeline. An answer for an earlier opening is ignored.
enum TimelineEvent: RoutedEvent {
    /// The answer is `nil` if the disk couldn't be read.
    case answered(TimelineResponse?, opening: Int)
    /// The start of the unread messages, in a chat whose read position wasn't known before.
    ///
    /// - end: the position of the newest message shown when the disk was asked.
    case beganReading(UnreadPart?, end: Int64?, opening: Int)
    /// An own message was stored in the outbox.
    ///
    /// - end: the position of the newest message shown at that time.
    case wrote(newestGap: TimelineGap?, end: Int64, opening: Int)
}

/// The window of the open chat's timeline. The chapter about it is in `TimelineModel+Window.swift`.
package struct TimelineModel: Equatable {
    /// The most messages in a window; beyond that the other end is dropped.
    static let maximumCount = 600
    /// The number of messages loaded at a time.
    static let pageCount = 150

    package private(set) var shown = ShownTimeline()
    private var destination = TimelineDestination()
    /// The people typing, by chat. All chats are included, since any of them may be opened while somebody types there.
    private var typists: [String: [String]] = [:]
    private var questions = PendingTimelineRequests()
    /// Messages that have left the outbox and are in the window only after the disk's next answer.
    package private(set) var landing: [OutboxLine] = []
    /// Whether no key was pressed since the chat was opened.
    private(set) var isUntouched = false

    package var chatID: String? { shown.place?.chatID }
    /// The root event of the open thread; `nil` if the whole chat is open.
    package var threadID: String? { shown.place?.threadID }
    var number: Int { shown.number }
    package var opening: Int { shown.opening }
    var window: MessageWindow { shown.window }

    /// The place to which the user goes, as far as the screen shows it.
    package var move: TimelineDestination.Shown { destination.shown }
    var stage: TimelineStage { destination.stage }
    var awaited: Destination? { destination.awaited }
    var sought: HistoryDestination? { destination.sought }
    var soughtPages: Int { destination.soughtPages }
    var jump: ChatJump? { destination.jump }

    var members: [String: ChatMember] { shown.people.members }
    package var names: MemberNames { shown.people.names }
    var readPositions: [String: Int64] { shown.people.readPositions }

    var unread: UnreadPart? { shown.marker.unread }
    var newLinePosition: Int64? { shown.marker.newLinePosition }
    var unreadAtServer: Int { shown.marker.unreadAtServer }
    var lacksUnread: Bool { shown.lacksUnread }
    var arrivedBelow: Int { shown.marker.arrivedBelow }
    var skippedUnread: UnreadPart? { shown.skippedUnread }

    var isLoadingOlder: Bool { shown.loading.isLoadingOlder }
    var gapProblems: [Int64: HistoryFailureReason] { shown.loading.gapProblems }
    var opened: Set<String> { shown.opened }

    /// - Parameter stored: `nil` if it is still being read from disk.
    mutating func open(chatID: String, threadID: String? = nil, stored: OpenedTimeline?, unreadAtServer: Int = 0) {
        shown.place = ShownTimeline.Place(chatID: chatID, threadID: threadID)
        shown.opening += 1
        questions = PendingTimelineRequests()
        landing = []
        openAnew(stored ?? .empty, unreadAtServer: unreadAtServer)
        destination.open(isRead: stored != nil)
    }

    /// Shows the opened chat as read from disk.
    mutating func showOpened(_ stored: OpenedTimeline) {
        destination.answer()
        shown.window = stored.window
        shown.place?.root = stored.root
        shown.people.open(stored.members, readPositions: stored.readPositions)
        setUnread(stored.unread)
    }

    /// Opens the same chat again as read from disk.
    mutating func openAnew(_ stored: OpenedTimeline, unreadAtServer: Int) {
        shown.number += 1
        destination.open(isRead: true)
        shown.marker = UnreadMarker(unreadAtServer: unreadAtServer)
        shown.loading.open()
        isUntouched = true
        shown.opened = []
        showOpened(stored)
    }

    /// Sets the start of the unread messages, as far as it is known.
    mutating func setUnread(_ unread: UnreadPart?) { shown.marker.set(unread, in: window) }

    mutating func close() {
        shown.place = nil
        shown.opening += 1
        questions = PendingTimelineRequests()
        landing = []
        destination.close()
        shown.number += 1
        shown.window = .empty
        setUnread(nil)
    }

    /// Applies new or changed members.
    mutating func merge(_ changed: [ChatMember]) {
        questions.record(.people(changed))
        shown.people.merge(changed)
    }

    /// Applies changed read positions.
    mutating func merge(_ places: [ReadPosition]) {
        questions.record(.read(places))
        shown.people.merge(places, threadID: threadID)
    }

    /// Applies changed names of contacts.
    ///
    /// - Parameter names: the names of all contacts, by Matrix ID.
    mutating func setContactNames(_ names: [String: String]) { shown.people.setContactNames(names) }

    /// The people typing in the open chat, by Matrix ID.
    package var typing: [String] { chatID.flatMap { typists[$0] } ?? [] }

    mutating func setTyping(_ userIDs: [String], chatID: String) { typists[chatID] = userIDs.isEmpty ? nil : userIDs }

    mutating func forgetTyping() { typists = [:] }

    /// Whether a pending question to the disk finds the end of the timeline.
    var isFindingEnd: Bool { questions.findEnd }

    /// Adds live messages. A window that doesn't reach the latest message stays as it is.
    mutating func append(_ arrived: ArrivedMessages) {
        questions.record(.arrived(arrived))
        guard !window.hasNewer else {
            let count = arrived.messages.count {
                shows($0.message) && (threadID != nil || !$0.message.standsInThread)
                    && $0.message.sender != arrived.ownUserID && $0.message.kind.countsAsUnread
            }
            return shown.marker.countBelow(count)
        }
        add(arrived)
    }

    /// Holds live messages that may not directly follow the window until the disk has answered.
    mutating func buffer(_ arrived: ArrivedMessages) { questions.record(.arrived(arrived)) }

    /// Keeps messages on screen that left the outbox, until the disk's answer brings their events.
    mutating func land(_ lines: [OutboxLine]) {
        guard questions.areOpen else { return }
        landing += lines.filter { $0.chatID == chatID && $0.purpose == .message && message(.line($0.id)) == nil }
    }

    /// Adds the messages that are newer than the window.
    private mutating func add(_ arrived: ArrivedMessages) {
        let last = max(window.messages.last?.position ?? .min, window.end ?? .min)
        let new = arrived.messages.filter { $0.position > last }
        let added = new.filter { $0.message.kind != .relation && shows($0.message) }
        if arrived.marksNew {
            // An own message, also from another device, means that everything before it was read.
            let written = added.last { $0.message.sender == arrived.ownUserID }?.position ?? .min
            let read = max(written, readPositions[arrived.ownUserID] ?? .min)
            let unread = added.filter { placed in
                placed.position > read && placed.message.kind.countsAsUnread
                    && (threadID != nil || !placed.message.standsInThread)
                    && !arrived.ignored.contains(placed.message.sender)
            }
            shown.marker.count(unread, movesLine: arrived.movesLine)
        }
        shown.window.messages += added
        shown.window.end = new.last?.position ?? window.end
        shown.window.dropOldest()
    }

    /// Returns whether the message belongs to the window: all messages of a chat do, but only some to a thread.
    private func shows(_ message: Message) -> Bool {
        threadID == nil || message.threadID == threadID || message.eventID == threadID
    }

    mutating func prepend(_ older: MessageWindow) {
        shown.loading.end()
        shown.window.prepend(older)
    }

    mutating func appendPage(_ newer: MessageWindow) {
        shown.marker.pass(newer)
        shown.window.append(newer)
    }

    /// Shows the latest messages, even if messages before them are missing.
    mutating func goToLatest(_ window: MessageWindow) {
        shown.marker.leave(self.window)
        let stand = destination.arrive()
        replace(window)
        if let stand { _ = comeBackToEnd(stand) }
    }

    mutating func goToUnread() { shown.marker.goToUnread() }

    /// Marks unread messages as found above the screen.
    mutating func markUnreadAbove() { shown.marker.markSkipped() }

    mutating func touch() { isUntouched = false }

    /// Replaces the window by the latest messages, for new ones that don't directly follow it. Does nothing if the
    /// user went elsewhere.
    mutating func catchUp(with latest: MessageWindow) {
        guard !window.hasNewer else { return }
        replace(latest.keepingOlder(of: window))
        shown.window.dropOldest()
    }

    /// Replaces the window by another one of the same chat.
    mutating func replace(_ window: MessageWindow) {
        destination.show()
        shown.window = window
        shown.loading.end()
        shown.marker.show(window)
    }

    /// Applies changed messages, also in the quotations of them.
    mutating func merge(_ changed: [PlacedMessage]) {
        questions.record(.changed(changed))
        shown.window.merge(changed)
    }

    /// Moves the screen to a message of the window, and may select it.
    ///
    /// - Returns: whether the window has it.
    mutating func jump(to eventID: String, selects: Bool = true) -> Bool {
        guard let message = window.messages.last(where: { $0.message.eventID == eventID })?.message else {
            return false
        }
        destination.jump(to: message, selects: selects)
        return true
    }

    /// Moves the screen to a message of the window and restores a scroll position.
    mutating func restore(_ stand: ScrollPosition, at message: Message) {
        destination.jump(to: message, selects: false, stand: stand)
    }

    /// Replaces the window by another one of the same chat and moves to a message in it.
    mutating func visit(_ eventID: String, in window: MessageWindow, selects: Bool = true) {
        let stand = destination.arrive()
        stopGoing()
        replace(window)
        if let stand, let message = window.messages.last(where: { $0.message.eventID == eventID })?.message {
            restore(stand, at: message)
        } else {
            _ = jump(to: eventID, selects: selects)
        }
    }

    mutating func seek(_ sought: HistoryDestination) { destination.seek(sought) }

    mutating func seekPage() { destination.seekPage() }

    /// Opens or closes a message's spoilers.
    mutating func turnSpoilers(of eventID: String) {
        if shown.opened.remove(eventID) == nil { shown.opened.insert(eventID) }
    }

    mutating func stopSeeking() { destination.stopSeeking() }

    /// Starts moving to a place that must be read from disk.
    ///
    /// - Parameter stand: the scroll position to restore there.
    mutating func await(_ place: Destination, stand: ScrollPosition? = nil) { destination.await(place, stand: stand) }

    /// Marks everything before the latest messages as read once they arrive.
    mutating func acceptOnceLatest() { destination.acceptOnceLatest() }

    /// Cancels a pending move and a search.
    mutating func stopGoing() { destination.stop() }

    mutating func failGap(at position: Int64, _ problem: HistoryFailureReason) {
        shown.loading.failGap(at: position, problem)
    }

    mutating func retryGap(at position: Int64) { shown.loading.retryGap(at: position) }

    mutating func beginLoadingOlder() { shown.loading.begin() }

    mutating func failLoadingOlder(_ problem: HistoryFailureReason) { shown.loading.fail(problem) }

    mutating func endProblem() { shown.loading.endProblem() }

    /// Counts a failed attempt to fill a gap.
    ///
    /// - Returns: the pause before the next attempt in seconds.
    mutating func nextPause() -> Int { shown.loading.nextPause() }

    /// Registers a question to the disk.
    mutating func beginQuestion(findsEnd: Bool) { questions.begin(findsEnd: findsEnd) }

    /// Registers the answer to the oldest question, and applies the changes that arrived meanwhile.
    ///
    /// - Returns: whether all messages directly follow the window.
    mutating func endQuestion() -> Bool {
        var goesOn = true
        for change in questions.meanwhile {
            switch change {
            case .changed(let messages): shown.window.merge(messages)
            case .people(let changed): shown.people.merge(changed)
            case .read(let places): shown.people.merge(places, threadID: threadID)
            case .arrived(let arrived):
                let last = max(window.messages.last?.position ?? .min, window.end ?? .min)
                guard !window.hasNewer, arrived.messages.contains(where: { $0.position > last }) else { continue }
                if follows(arrived.messages.filter { $0.position > last }) { add(arrived) } else { goesOn = false }
            }
        }
        questions.end()
        // If messages don't directly follow, the disk is asked again.
        landing = landing.filter { message(.line($0.id)) == nil && !(goesOn && !questions.areOpen) }
        return goesOn
    }

    /// Handles an unreadable disk; the screen stays as it is.
    mutating func failReading() {
        if destination.fail() { shown.loading.fail(.unreadable) } else { shown.loading.end() }
    }

    /// Replaces the window by one in which gaps were filled. Messages of the current window after its end are kept.
    mutating func fill(with filled: MessageWindow) {
        guard let last = filled.messages.last?.position, has(last) else { return replace(filled) }
        let rest = window.messages.filter { $0.position > last }
        var filled = filled.keepingOlder(of: window)
        filled.messages += rest
        filled.gaps += window.gaps.filter { $0.position > last }
        filled.hasNewer = window.hasNewer
        if filled.hasNewer || !rest.isEmpty { filled.end = window.end }
        replace(filled)
    }
}
