import Conversations
import ViewModels

/// The window of the open chat's timeline. The chapter about it is in `TimelineModel+Window.swift`.
struct TimelineModel {
    /// The most messages in a window; beyond that the other end is dropped.
    static let maximumCount = 600
    /// The number of messages loaded at a time.
    static let pageCount = 150

    private(set) var chatID: String?
    /// The root event of the open thread; `nil` if the whole chat is open.
    private(set) var threadID: String?
    /// The root message of the thread, if this device has it.
    private(set) var root: Message?
    /// Increases each time a chat is opened, also if the same chat is opened again as read from disk.
    private(set) var number = 0
    /// Increases with each chat that the user opens or leaves.
    private(set) var opening = 0
    private var diskStage = TimelineStage.open
    /// Whether the chat was opened at a place that is still being read. Nothing else is shown until then.
    private var isArriving = false
    private(set) var window = MessageWindow.empty
    private(set) var members: [String: ChatMember] = [:]
    private(set) var names = MemberNames()
    /// The read positions of people, by Matrix ID.
    private(set) var readPositions: [String: Int64] = [:]
    /// The position of the message below the line for new messages.
    private(set) var newLinePosition: Int64?
    /// The messages that were unread when the chat was opened, or that arrived while the user wasn't looking.
    private(set) var unread: UnreadPart?
    /// The position up to which messages were counted as unread since the count was read from disk.
    private var countedThrough = Int64.min
    /// The server's unread count at that time.
    private(set) var unreadAtServer = 0
    /// The people typing, by chat. All chats are included, since any of them may be opened while somebody types there.
    private var typists: [String: [String]] = [:]
    /// The messages with opened spoilers, by event.
    private(set) var opened: Set<String> = []
    private var jumpCount = 0
    private var hasSkippedUnread = false
    private(set) var isLoadingOlder = false
    private(set) var error: HistoryFailureReason?
    /// The place to which the screen must move.
    private(set) var jump: ChatJump?
    /// The number of messages by others after the end of the window.
    private(set) var arrivedBelow = 0
    /// The target of the search through the history, page by page.
    private(set) var sought: HistoryDestination?
    /// The number of pages requested in that search.
    private(set) var soughtPages = 0
    /// The user's destination while it is being read from disk.
    private(set) var awaited: Destination?
    /// The scroll position to restore at the destination.
    private var awaitedStand: ScrollPosition?
    private var questions = PendingTimelineRequests()
    /// Messages that have left the outbox and are in the window only after the disk's next answer.
    private(set) var landing: [OutboxLine] = []
    /// Whether no key was pressed since the chat was opened.
    private(set) var isUntouched = false
    /// The reasons why gaps couldn't be filled, by position.
    private(set) var gapProblems: [Int64: HistoryFailureReason] = [:]
    /// The number of failed attempts to fill a gap in a row.
    private var failures = 0

    var stage: TimelineStage { isArriving && awaited != nil ? .opening : diskStage }

    /// - Parameter stored: `nil` if it is still being read from disk.
    mutating func open(chatID: String, threadID: String? = nil, stored: OpenedTimeline?, unreadAtServer: Int = 0) {
        self.chatID = chatID
        (self.threadID, root) = (threadID, nil)
        opening += 1
        questions = PendingTimelineRequests()
        landing = []
        openAnew(stored ?? .empty, unreadAtServer: unreadAtServer)
        isArriving = stored == nil
        if stored == nil { diskStage = .opening }
    }

    /// Shows the opened chat as read from disk.
    mutating func showOpened(_ stored: OpenedTimeline) {
        diskStage = .open
        if awaited == nil { isArriving = false }
        window = stored.window
        root = stored.root
        setMembers(stored.members)
        readPositions = stored.readPositions
        setUnread(stored.unread)
    }

    /// Opens the same chat again as read from disk.
    mutating func openAnew(_ stored: OpenedTimeline, unreadAtServer: Int) {
        number += 1
        isLoadingOlder = false
        sought = nil
        (awaited, awaitedStand) = (nil, nil)
        gapProblems = [:]
        arrivedBelow = 0
        jump = nil
        hasSkippedUnread = false
        isUntouched = true
        opened = []
        error = nil
        self.unreadAtServer = unreadAtServer
        showOpened(stored)
    }

    /// Counts the unread messages after the end of the window.
    private mutating func countBelow() {
        guard window.hasNewer, let unread, let last = window.messages.last else { return }
        let inWindow = window.messages.count { $0.position >= unread.first ?? .max && $0.message.kind.countsAsUnread }
        arrivedBelow = last.position < unread.first ?? .max ? unread.count : max(0, unread.count - inWindow)
    }

    /// Sets the start of the unread messages, as far as it is known.
    mutating func setUnread(_ unread: UnreadPart?) {
        self.unread = unread
        newLinePosition = unread?.first
        countedThrough = .min
        countBelow()
    }

    mutating func close() {
        chatID = nil
        threadID = nil
        diskStage = .open
        opening += 1
        questions = PendingTimelineRequests()
        landing = []
        (awaited, awaitedStand) = (nil, nil)
        number += 1
        window = .empty
        newLinePosition = nil
        unread = nil
    }

    mutating func setMembers(_ members: [ChatMember]) {
        let members = Dictionary(members.map { ($0.userID, $0) }) { _, last in last }
        guard members != self.members else { return }
        self.members = members
        names = MemberNames(members)
    }

    /// Applies new or changed members.
    mutating func merge(_ changed: [ChatMember]) {
        questions.record(.people(changed))
        show(changed)
    }

    private mutating func show(_ changed: [ChatMember]) {
        guard !changed.isEmpty else { return }
        var members = members
        for member in changed { members[member.userID] = member }
        guard members != self.members else { return }
        self.members = members
        names = MemberNames(members)
    }

    /// Applies changed read positions.
    mutating func merge(_ places: [ReadPosition]) {
        questions.record(.read(places))
        show(places)
    }

    private mutating func show(_ places: [ReadPosition]) {
        for place in places where place.threadID == threadID { readPositions[place.userID] = place.position }
    }

    /// Applies changed names of contacts.
    ///
    /// - Parameter names: the names of all contacts, by Matrix ID.
    mutating func setContactNames(_ names: [String: String]) {
        setMembers(
            members.values.map { member in
                var member = member
                member.contactName = names[member.userID]
                return member
            })
    }

    /// The people typing in the open chat, by Matrix ID.
    var typing: [String] { chatID.flatMap { typists[$0] } ?? [] }

    mutating func setTyping(_ userIDs: [String], chatID: String) { typists[chatID] = userIDs.isEmpty ? nil : userIDs }

    mutating func forgetTyping() { typists = [:] }

    /// Whether a pending question to the disk finds the end of the timeline.
    var isFindingEnd: Bool { questions.findEnd }

    /// Adds live messages. A window that doesn't reach the latest message stays as it is.
    mutating func append(_ arrived: ArrivedMessages) {
        questions.record(.arrived(arrived))
        guard !window.hasNewer else {
            arrivedBelow += arrived.messages.count {
                shows($0.message) && (threadID != nil || !$0.message.standsInThread)
                    && $0.message.sender != arrived.ownUserID && $0.message.kind.countsAsUnread
            }
            return
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
            markNew(unread, movesLine: arrived.movesLine)
        }
        window.messages += added
        window.end = new.last?.position ?? window.end
        dropOldestBeyondMaximum()
    }

    /// Returns whether the message belongs to the window: all messages of a chat do, but only some to a thread.
    private func shows(_ message: Message) -> Bool {
        threadID == nil || message.threadID == threadID || message.eventID == threadID
    }

    private mutating func markNew(_ messages: [PlacedMessage], movesLine: Bool) {
        // Messages that arrived before an answer of the disk without them are added again, and must not
        // be counted twice.
        let messages = messages.filter { $0.position > countedThrough }
        guard let first = messages.first, let last = messages.last else { return }
        // If some unread messages are missing, the first one is among those and the line can't move.
        if let unread, !unread.isWhole { return }
        if newLinePosition == nil || movesLine {
            setUnread(
                UnreadPart(
                    after: first.position - 1, first: first.position, firstEventID: first.message.eventID,
                    count: messages.count, isWhole: true))
        } else if let unread {
            self.unread?.count = min(unread.count + messages.count, UnreadPart.countLimit)
        }
        countedThrough = last.position
    }

    mutating func prepend(_ older: MessageWindow) {
        isLoadingOlder = false
        window.messages = older.messages + window.messages
        window.gaps = older.gaps + window.gaps.filter { !older.gaps.contains($0) }
        window.hasOlder = older.hasOlder
        let excess = window.messages.count - TimelineModel.maximumCount
        if excess > 0 {
            window.messages.removeLast(excess)
            window.hasNewer = true
            window.end = nil
            keepGapsWithinWindow()
        }
    }

    mutating func appendPage(_ newer: MessageWindow) {
        arrivedBelow = max(0, arrivedBelow - newer.messages.count { $0.message.kind.countsAsUnread })
        window.messages += newer.messages
        window.gaps += newer.gaps.filter { !window.gaps.contains($0) }
        window.hasNewer = newer.hasNewer
        window.end = newer.end
        if !window.hasNewer { arrivedBelow = 0 }
        dropOldestBeyondMaximum()
    }

    /// Shows the latest messages, even if messages before them are missing.
    mutating func goToLatest(_ window: MessageWindow) {
        let end = self.window.hasNewer ? self.window.messages.last?.position : nil
        let stand = awaitedStand
        (awaited, awaitedStand) = (nil, nil)
        hasSkippedUnread = newLinePosition.map { new in end.map { $0 >= new } ?? false } ?? false || hasSkippedUnread
        replace(window)
        if let stand { _ = comeBackToEnd(stand) }
    }

    /// The unread messages on this device that the user skipped.
    var skippedUnread: UnreadPart? {
        guard hasSkippedUnread, let unread, let first = unread.first else { return nil }
        return window.messages.first.map { $0.position > first } ?? false ? unread : nil
    }

    mutating func goToUnread() { hasSkippedUnread = false }

    /// Marks unread messages as found above the screen.
    mutating func markUnreadAbove() { hasSkippedUnread = true }

    mutating func touch() { isUntouched = false }

    /// Replaces the window by the latest messages, for new ones that don't directly follow it. Does nothing if the
    /// user went elsewhere.
    mutating func catchUp(with latest: MessageWindow) {
        guard !window.hasNewer else { return }
        replace(latest.keepingOlder(of: window))
        dropOldestBeyondMaximum()
    }

    /// Replaces the window by another one of the same chat.
    mutating func replace(_ window: MessageWindow) {
        diskStage = .open
        isArriving = false
        self.window = window
        isLoadingOlder = false
        if !window.hasNewer { arrivedBelow = 0 }
    }

    /// Applies changed messages, also in the quotations of them.
    mutating func merge(_ changed: [PlacedMessage]) {
        questions.record(.changed(changed))
        show(changed)
    }

    private mutating func show(_ changed: [PlacedMessage]) {
        guard !changed.isEmpty else { return }
        let changed = Dictionary(changed.map { ($0.message.eventID, $0) }) { _, last in last }
        for index in window.messages.indices {
            let old = window.messages[index]
            var message = (changed[old.message.eventID] ?? old).message
            if let quoted = message.replyTo.flatMap({ changed[$0] })?.message {
                message.quoted = QuotedMessage(quoted)
            }
            guard message != old.message else { continue }
            window.messages[index] = PlacedMessage(message: message, position: old.position)
        }
    }

    /// Moves the screen to a message of the window, and may select it.
    ///
    /// - Returns: whether the window has it.
    mutating func jump(to eventID: String, selects: Bool = true) -> Bool {
        guard let message = window.messages.last(where: { $0.message.eventID == eventID })?.message else {
            return false
        }
        jumpCount += 1
        jump = ChatJump(number: jumpCount, row: .of(message), selects: selects)
        return true
    }

    /// Moves the screen to a message of the window and restores a scroll position.
    mutating func restore(_ stand: ScrollPosition, at message: Message) {
        jumpCount += 1
        jump = ChatJump(number: jumpCount, row: .of(message), selects: false, stand: stand)
    }

    /// Replaces the window by another one of the same chat and moves to a message in it.
    mutating func visit(_ eventID: String, in window: MessageWindow, selects: Bool = true) {
        let stand = awaitedStand
        stopGoing()
        replace(window)
        if let stand, let message = window.messages.last(where: { $0.message.eventID == eventID })?.message {
            restore(stand, at: message)
        } else {
            _ = jump(to: eventID, selects: selects)
        }
    }

    mutating func seek(_ sought: HistoryDestination) {
        self.sought = sought
        soughtPages = 0
        if sought != .unread(isAsked: false) { (awaited, awaitedStand) = (nil, nil) }
    }

    mutating func seekPage() { soughtPages += 1 }

    /// Opens or closes a message's spoilers.
    mutating func turnSpoilers(of eventID: String) {
        if opened.remove(eventID) == nil { opened.insert(eventID) }
    }

    mutating func stopSeeking() { sought = nil }

    /// Starts moving to a place that must be read from disk.
    ///
    /// - Parameter stand: the scroll position to restore there.
    mutating func await(_ place: Destination, stand: ScrollPosition? = nil) { (awaited, awaitedStand) = (place, stand) }

    /// Marks everything before the latest messages as read once they arrive.
    mutating func acceptOnceLatest() {
        if case .latest = awaited { awaited = .latest(accepts: true) }
    }

    /// Cancels a pending move and a search.
    mutating func stopGoing() {
        stopSeeking()
        (awaited, awaitedStand) = (nil, nil)
    }

    mutating func failGap(at position: Int64, _ problem: HistoryFailureReason) { gapProblems[position] = problem }

    mutating func retryGap(at position: Int64) { gapProblems[position] = nil }

    mutating func beginLoadingOlder() {
        isLoadingOlder = true
        error = nil
    }

    mutating func failLoadingOlder(_ problem: HistoryFailureReason) {
        isLoadingOlder = false
        error = problem
    }

    mutating func endProblem() {
        error = nil
        failures = 0
    }

    /// Counts a failed attempt to fill a gap.
    ///
    /// - Returns: the pause before the next attempt in seconds: 5, then doubling, at most 300.
    mutating func nextPause() -> Int {
        failures += 1
        return min(5 << min(failures - 1, 6), 300)
    }

    /// Registers a question to the disk.
    mutating func beginQuestion(findsEnd: Bool) { questions.begin(findsEnd: findsEnd) }

    /// Registers the answer to the oldest question, and applies the changes that arrived meanwhile.
    ///
    /// - Returns: whether all messages directly follow the window.
    mutating func endQuestion() -> Bool {
        var goesOn = true
        for change in questions.meanwhile {
            switch change {
            case .changed(let messages): show(messages)
            case .people(let people): show(people)
            case .read(let places): show(places)
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
        if stage == .opening {
            diskStage = .unreadable
            error = .unreadable
        }
        stopGoing()
        isLoadingOlder = false
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

    private mutating func dropOldestBeyondMaximum() {
        let excess = window.messages.count - TimelineModel.maximumCount
        if excess > 0 {
            window.messages.removeFirst(excess)
            window.hasOlder = true
            keepGapsWithinWindow()
        }
    }

    private mutating func keepGapsWithinWindow() {
        guard let first = window.messages.first?.position, let last = window.messages.last?.position else { return }
        window.gaps.removeAll { $0.position < first || $0.position > last }
    }
}
