import Conversations
import ViewModels

/// The window of the open chat's timeline.
@MainActor
final class TimelineModel {
    /// How many messages a window holds at most; the other end is let go.
    static let maximumCount = 600
    /// How many messages are loaded at a time.
    nonisolated static let pageCount = 150

    private(set) var chatID: String?
    /// The thread of it that is open, by the event with which it began; `nil` where all that is said in the chat is.
    private(set) var threadID: String?
    /// The message with which that began, where this device has it.
    private(set) var root: Message?
    /// Rises with each chat that is opened.
    private(set) var number = 0
    /// Rises with each chat that a person opens or leaves.
    private(set) var opening = 0
    private var diskStage = TimelineStage.open
    /// Whether the chat was opened at a place that the disk has yet to tell: nothing else of it is shown until then.
    private var isArriving = false
    private(set) var window = MessageWindow.empty
    private(set) var members: [String: ChatMember] = [:]
    private(set) var names = MemberNames()
    /// How far each person has read, by Matrix ID.
    private(set) var readPositions: [String: Int64] = [:]
    /// Before which message the line with *new* stands.
    private(set) var newLinePosition: Int64?
    /// What was unread when the chat was opened, or came while nobody looked.
    private(set) var unread: UnreadPart?
    /// The place of the last message that was counted as unread since the disk told of it.
    private var countedThrough = Int64.min
    /// How much the server counted as unread then.
    private(set) var unreadAtServer = 0
    /// Who types in which chat: one may come to it while they do.
    private var typists: [String: [String]] = [:]
    /// The messages whose spoilers are open, by event.
    private(set) var opened: Set<String> = []
    private var jumpCount = 0
    private var hasSkippedUnread = false
    private(set) var isLoadingOlder = false
    private(set) var error: HistoryProblem?
    /// Where the screen shall go.
    private(set) var jump: ChatJump?
    /// How many messages of others came after the window's end.
    private(set) var arrivedBelow = 0
    /// What is looked for in the past, page by page.
    private(set) var sought: HistoryGoal?
    /// How many pages were asked for in search of it.
    private(set) var soughtPages = 0
    /// Where a person goes, as long as the disk is asked for it.
    private(set) var awaited: AwaitedPlace?
    /// How one stands there who comes back.
    private var awaitedStand: ChatStand?
    private var questions = TimelineQuestions()
    /// Lines that are in the outbox no more, and in the window once the disk has answered.
    private(set) var landing: [OutboxLine] = []
    /// Whether no key was pressed since the chat was opened.
    private(set) var isUntouched = false
    /// Why the gap at a place could not be filled.
    private(set) var gapProblems: [Int64: HistoryProblem] = [:]
    /// How many tries for a gap failed in a row.
    private var failures = 0

    var stage: TimelineStage { isArriving && awaited != nil ? .opening : diskStage }

    /// - Parameter stored: `nil` where the disk is asked for it.
    func open(chatID: String, threadID: String? = nil, stored: OpenedTimeline?, unreadAtServer: Int = 0) {
        self.chatID = chatID
        (self.threadID, root) = (threadID, nil)
        opening += 1
        questions = TimelineQuestions()
        landing = []
        openAnew(stored ?? .empty, unreadAtServer: unreadAtServer)
        isArriving = stored == nil
        if stored == nil { diskStage = .opening }
    }

    /// What the disk has of the chat that was opened.
    func take(_ stored: OpenedTimeline) {
        diskStage = .open
        if awaited == nil { isArriving = false }
        window = stored.window
        root = stored.root
        setMembers(stored.members)
        readPositions = stored.readPositions
        setUnread(stored.unread)
    }

    /// The same chat begins anew, by what the disk has of it.
    func openAnew(_ stored: OpenedTimeline, unreadAtServer: Int) {
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
        take(stored)
    }

    /// What is unread after the end of the window.
    private func countBelow() {
        guard window.hasNewer, let unread, let last = window.messages.last else { return }
        let inWindow = window.messages.count { $0.position >= unread.first ?? .max && $0.message.kind.countsAsUnread }
        arrivedBelow = last.position < unread.first ?? .max ? unread.count : max(0, unread.count - inWindow)
    }

    /// Where the unread begins, as far as that is known by now.
    func setUnread(_ unread: UnreadPart?) {
        self.unread = unread
        newLinePosition = unread?.first
        countedThrough = .min
        countBelow()
    }

    func close() {
        chatID = nil
        threadID = nil
        diskStage = .open
        opening += 1
        questions = TimelineQuestions()
        landing = []
        (awaited, awaitedStand) = (nil, nil)
        number += 1
        window = .empty
        newLinePosition = nil
        unread = nil
    }

    /// - Returns: whether anything about them is other than it was.
    @discardableResult
    func setMembers(_ members: [ChatMember]) -> Bool {
        let members = Dictionary(members.map { ($0.userID, $0) }) { _, last in last }
        guard members != self.members else { return false }
        self.members = members
        names = MemberNames(members)
        return true
    }

    /// Takes over people who came or changed.
    func merge(_ changed: [ChatMember]) {
        questions.note(.people(changed))
        show(changed)
    }

    private func show(_ changed: [ChatMember]) {
        guard !changed.isEmpty else { return }
        var members = members
        for member in changed { members[member.userID] = member }
        guard members != self.members else { return }
        self.members = members
        names = MemberNames(members)
    }

    /// Takes over how far some people have read by now.
    func merge(_ places: [ReadPlace]) {
        questions.note(.read(places))
        show(places)
    }

    private func show(_ places: [ReadPlace]) {
        for place in places where place.threadID == threadID { readPositions[place.userID] = place.position }
    }

    /// Contacts were given other names, or are none any more.
    ///
    /// - Parameter names: of all contacts, by Matrix ID.
    /// - Returns: whether anybody in the open chat is called something else now.
    func setContactNames(_ names: [String: String]) -> Bool {
        setMembers(
            members.values.map { member in
                var member = member
                member.contactName = names[member.userID]
                return member
            })
    }

    /// Who types in the open chat, by Matrix ID.
    var typing: [String] { chatID.flatMap { typists[$0] } ?? [] }

    func setTyping(_ userIDs: [String], chatID: String) { typists[chatID] = userIDs.isEmpty ? nil : userIDs }

    func forgetTyping() { typists = [:] }

    /// Whether the disk is asked for the end of the timeline.
    var isFindingEnd: Bool { questions.findEnd }

    /// Adds what came live. A window that doesn't reach the latest message stays as it is.
    func append(_ arrived: ArrivedMessages) {
        questions.note(.arrived(arrived))
        guard !window.hasNewer else {
            arrivedBelow += arrived.messages.count {
                shows($0.message) && (threadID != nil || !$0.message.standsInThread)
                    && $0.message.sender != arrived.ownUserID && $0.message.kind.countsAsUnread
            }
            return
        }
        add(arrived)
    }

    /// Holds what came live until the disk has answered, where it may not go on where the window ends.
    func hold(_ arrived: ArrivedMessages) { questions.note(.arrived(arrived)) }

    /// The server has shown lines of this device. Those that the window lacks as yet stay on screen until the disk has answered.
    func land(_ lines: [OutboxLine]) {
        guard questions.areOpen else { return }
        landing += lines.filter { $0.chatID == chatID && $0.purpose == .message && message(.line($0.id)) == nil }
    }

    /// Adds what the end of the window lacks.
    private func add(_ arrived: ArrivedMessages) {
        let last = max(window.messages.last?.position ?? .min, window.end ?? .min)
        let new = arrived.messages.filter { $0.position > last }
        let added = new.filter { $0.message.kind != .relation && shows($0.message) }
        if arrived.marksNew {
            // Who writes has read what stands above, also on another device.
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

    /// Whether the open thread has it; of a chat all is in the window.
    private func shows(_ message: Message) -> Bool {
        threadID == nil || message.threadID == threadID || message.eventID == threadID
    }

    private func markNew(_ messages: [PlacedMessage], movesLine: Bool) {
        // What came before an answer of the disk that lacks it is added once more.
        let messages = messages.filter { $0.position > countedThrough }
        guard let first = messages.first, let last = messages.last else { return }
        // The first of them is among what is missing.
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

    func prepend(_ older: MessageWindow) {
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

    func appendPage(_ newer: MessageWindow) {
        arrivedBelow = max(0, arrivedBelow - newer.messages.count { $0.message.kind.countsAsUnread })
        window.messages += newer.messages
        window.gaps += newer.gaps.filter { !window.gaps.contains($0) }
        window.hasNewer = newer.hasNewer
        window.end = newer.end
        if !window.hasNewer { arrivedBelow = 0 }
        dropOldestBeyondMaximum()
    }

    /// The latest messages come in view, whatever lies before them.
    func goToLatest(_ window: MessageWindow) {
        let end = self.window.hasNewer ? self.window.messages.last?.position : nil
        let stand = awaitedStand
        (awaited, awaitedStand) = (nil, nil)
        hasSkippedUnread = newLinePosition.map { new in end.map { $0 >= new } ?? false } ?? false || hasSkippedUnread
        replace(window)
        if let stand { _ = comeBackToEnd(stand) }
    }

    /// The unread that this device has and that was left behind unseen.
    var skippedUnread: UnreadPart? {
        guard hasSkippedUnread, let unread, let first = unread.first else { return nil }
        return window.messages.first.map { $0.position > first } ?? false ? unread : nil
    }

    func goToUnread() { hasSkippedUnread = false }

    /// The unread was found above what is on screen.
    func tellUnreadAbove() { hasSkippedUnread = true }

    func touch() { isUntouched = false }

    /// Takes the latest, where what came doesn't go on where the window ends. Who went elsewhere meanwhile stays there.
    func catchUp(with latest: MessageWindow) {
        guard !window.hasNewer else { return }
        replace(latest.keepingOlder(of: window))
        dropOldestBeyondMaximum()
    }

    /// Takes another window of the same chat.
    func replace(_ window: MessageWindow) {
        diskStage = .open
        isArriving = false
        self.window = window
        isLoadingOlder = false
        if !window.hasNewer { arrivedBelow = 0 }
    }

    /// Takes over how messages look by now, and what quotes them with them.
    func merge(_ changed: [PlacedMessage]) {
        questions.note(.changed(changed))
        show(changed)
    }

    private func show(_ changed: [PlacedMessage]) {
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

    /// The screen shows a message of the window, and may select it.
    ///
    /// - Returns: whether the window has it.
    func jump(to eventID: String, selects: Bool = true) -> Bool {
        guard let message = window.messages.last(where: { $0.message.eventID == eventID })?.message else {
            return false
        }
        jumpCount += 1
        jump = ChatJump(number: jumpCount, row: .of(message), selects: selects)
        return true
    }

    /// The screen shows a message of the window as one stood there before.
    func take(_ stand: ChatStand, at message: Message) {
        jumpCount += 1
        jump = ChatJump(number: jumpCount, row: .of(message), selects: false, stand: stand)
    }

    /// Another window of the same chat comes on screen, at a message that it has.
    func visit(_ eventID: String, in window: MessageWindow, selects: Bool = true) {
        let stand = awaitedStand
        stopGoing()
        replace(window)
        if let stand, let message = window.messages.last(where: { $0.message.eventID == eventID })?.message {
            take(stand, at: message)
        } else {
            _ = jump(to: eventID, selects: selects)
        }
    }

    func seek(_ sought: HistoryGoal) {
        self.sought = sought
        soughtPages = 0
        if sought != .unread(isAsked: false) { (awaited, awaitedStand) = (nil, nil) }
    }

    func seekPage() { soughtPages += 1 }

    /// Opens a message's spoilers, or closes them again.
    func turnSpoilers(of eventID: String) {
        if opened.remove(eventID) == nil { opened.insert(eventID) }
    }

    func stopSeeking() { sought = nil }

    /// A person goes to a place for which the disk has to be asked.
    ///
    /// - Parameter stand: how they stood there before.
    func await(_ place: AwaitedPlace, stand: ChatStand? = nil) { (awaited, awaitedStand) = (place, stand) }

    /// Once the latest messages are here, all before them is done with.
    func acceptOnceLatest() {
        if case .latest = awaited { awaited = .latest(accepts: true) }
    }

    /// Nobody waits any more for a place, nor for what is looked for.
    func stopGoing() {
        stopSeeking()
        (awaited, awaitedStand) = (nil, nil)
    }

    func failGap(at position: Int64, _ problem: HistoryProblem) { gapProblems[position] = problem }

    func retryGap(at position: Int64) { gapProblems[position] = nil }

    func beginLoadingOlder() {
        isLoadingOlder = true
        error = nil
    }

    func failLoadingOlder(_ problem: HistoryProblem) {
        isLoadingOlder = false
        error = problem
    }

    func endProblem() {
        error = nil
        failures = 0
    }

    /// One more try for a gap failed.
    ///
    /// - Returns: how long to wait before the next, in seconds: 5, then twice as long each time, 300 at most.
    func nextPause() -> Int {
        failures += 1
        return min(5 << min(failures - 1, 6), 300)
    }

    /// The disk is asked for a part of the timeline.
    func beginQuestion(findsEnd: Bool) { questions.begin(findsEnd: findsEnd) }

    /// It has answered, and what came meanwhile is laid over that.
    ///
    /// - Returns: whether all of it goes on where the window ends.
    func endQuestion() -> Bool {
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
        // Where it doesn't go on, the disk is asked once more.
        landing.removeAll { message(.line($0.id)) != nil || goesOn && !questions.areOpen }
        return goesOn
    }

    /// The disk could not be read, and what is on screen stays.
    func failReading() {
        if stage == .opening {
            diskStage = .unreadable
            error = .unreadable
        }
        stopGoing()
        isLoadingOlder = false
    }

    /// Takes the window with what came into its gaps; what came after it stays.
    func fill(with filled: MessageWindow) {
        guard let last = filled.messages.last?.position, has(last) else { return replace(filled) }
        let rest = window.messages.filter { $0.position > last }
        var filled = filled.keepingOlder(of: window)
        filled.messages += rest
        filled.gaps += window.gaps.filter { $0.position > last }
        filled.hasNewer = window.hasNewer
        if filled.hasNewer || !rest.isEmpty { filled.end = window.end }
        replace(filled)
    }

    private func dropOldestBeyondMaximum() {
        let excess = window.messages.count - TimelineModel.maximumCount
        if excess > 0 {
            window.messages.removeFirst(excess)
            window.hasOlder = true
            keepGapsWithinWindow()
        }
    }

    private func keepGapsWithinWindow() {
        guard let first = window.messages.first?.position, let last = window.messages.last?.position else { return }
        window.gaps.removeAll { $0.position < first || $0.position > last }
    }
}
