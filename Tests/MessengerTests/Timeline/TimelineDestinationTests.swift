import Conversations
import TestSeeds
import Testing
import ViewModels

@testable import Engine
@testable import Messenger

/// Random walks through a timeline: the user goes somewhere, searches and stops, while the disk answers or fails.
@Suite(.timeLimit(.minutes(5))) struct TimelineDestinationTests {
    /// Five fixed seeds and five new ones each run. The name of a failed case is its seed.
    @Test(arguments: Seeds.ofThisRun(5, beside: Array(1...5)))
    func randomWalksFollowThePlainDescription(seed: UInt64) {
        var walk = TimelineWalk(seed: seed)
        for number in 0..<5_000 {
            let step = walk.step()
            let faults = walk.faults()
            #expect(faults == [], "seed \(seed), step \(number): \(step)")
        }
        #expect(walk.met == TimelineWalk.all, "seed \(seed)")
    }

    /// The answer to a place that the user left doesn't restore the scroll position there.
    @Test func standOfACanceledMoveIsDropped() {
        var destination = TimelineDestination()
        destination.await(.latest(accepts: false), stand: ScrollPosition(top: nil, line: 1))
        destination.stop()
        destination.await(.message(eventID: "$1"), stand: nil)
        #expect(destination.arrive() == nil)
        #expect(destination.awaited == nil)
    }

    @Test func searchWithoutARequestOutlivesTheArrival() {
        var destination = TimelineDestination()
        destination.await(.latest(accepts: false), stand: nil)
        destination.seek(.unread(isAsked: false))
        destination.seekPage()
        #expect(destination.awaited == .latest(accepts: false))
        #expect(destination.arrive() == nil)
        #expect(destination.sought == .unread(isAsked: false))
        #expect(destination.soughtPages == 1)
    }
}

/// A timeline and its plain description, on the same random way.
private struct TimelineWalk {
    enum Step: CaseIterable {
        case openChat, openReadChat, openAnew, close
        case answer, fail, replace, catchUp, fill
        case awaitMessage, awaitMessageWithStand, awaitLatest, awaitLatestWithStand, accept
        case seekFirst, seekMessage, seekUnread, seekUnreadUnasked, seekPage, stopSeeking, stop
        case arriveAtMessage, arriveAtLatest
    }

    /// The situations that each walk must meet.
    enum Situation: CaseIterable {
        case awaited, awaitedDuringSearch, sought, opening, openingThoughAnswered, unreadable, restored
    }

    static let all = Set(Situation.allCases)

    private(set) var met: Set<Situation> = []
    private var random: SeededGenerator
    private var model = TimelineModel()
    private var plain = PlainDestination()
    private var standCount = 0
    private var restored: Set<ScrollPosition> = []

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    /// Takes a random step. A closed timeline can only be opened.
    mutating func step() -> Step {
        let step = model.chatID == nil ? .openChat : Step.allCases.randomElement(using: &random) ?? .stop
        switch step {
        case .openChat: open(nil)
        case .openReadChat: open(Self.stored(window()))
        case .openAnew:
            model.openAnew(Self.stored(window()), unreadAtServer: 0)
            plain.open(isRead: true)
        case .close:
            model.close()
            plain.close()
        case .answer:
            model.showOpened(Self.stored(window()))
            plain.answer()
        case .fail:
            model.failReading()
            plain.fail()
        case .replace:
            model.replace(window())
            plain.show()
        case .catchUp:
            // The latest messages don't replace older ones that the user went to.
            if !model.window.hasNewer { plain.show() }
            model.catchUp(with: Self.latest)
        case .fill:
            model.fill(with: window())
            plain.show()
        case .awaitMessage: wait(for: .message(eventID: "$2"), nil)
        case .awaitMessageWithStand: wait(for: .message(eventID: "$2"), nextStand())
        case .awaitLatest: wait(for: .latest(accepts: false), nil)
        case .awaitLatestWithStand: wait(for: .latest(accepts: false), nextStand())
        case .accept:
            model.acceptOnceLatest()
            if plain.awaited == .latest(accepts: false) { plain.awaited = .latest(accepts: true) }
        case .seekFirst: seek(.first)
        case .seekMessage: seek(.message(eventID: "$0", before: 1))
        case .seekUnread: seek(.unread(isAsked: true))
        case .seekUnreadUnasked: seek(.unread(isAsked: false))
        case .seekPage:
            model.seekPage()
            plain.pages += plain.sought == nil ? 0 : 1
        case .stopSeeking:
            model.stopSeeking()
            plain.stopSeeking()
        case .stop:
            model.stopGoing()
            plain.stop()
        case .arriveAtMessage:
            model.visit("$2", in: window())
            plain.jump(with: plain.stand)
            plain.stop()
            plain.show()
        case .arriveAtLatest:
            model.goToLatest(Self.latest)
            if let stand = plain.stand { plain.jump(with: stand) }
            plain.stopAwaiting()
            plain.show()
        }
        noteSituation()
        return step
    }

    /// Returns the rules that the timeline breaks.
    mutating func faults() -> [String] {
        let isRequested = model.sought.map { $0 != .unread(isAsked: false) } ?? false
        let isNewStand = plain.takeRestored().map { restored.insert($0).inserted } ?? true
        let rules = [
            ("the awaited place differs", model.awaited == plain.awaited),
            ("the search differs", model.sought == plain.sought),
            ("the pages differ", model.soughtPages == plain.pages),
            ("the stage differs", model.stage == plain.stage),
            ("the jump differs", model.jump?.number == plain.jump?.number && model.jump?.stand == plain.jump?.stand),
            ("a stand is restored twice", isNewStand),
            ("a requested search goes on during a wait", model.awaited == nil || !isRequested),
            ("pages are counted without a search", model.sought != nil || model.soughtPages == 0),
            ("no rows although nothing is awaited", model.stage != .opening || isAwaited),
        ]
        return rules.filter { !$0.1 }.map(\.0) + faultsOfNextStep()
    }

    /// Whether the disk has not answered, or a place is awaited in a chat that was opened and not shown.
    private var isAwaited: Bool { !plain.isAnswered || (model.awaited != nil && !plain.isShown) }

    /// Returns the rules that copies of the timeline break after a next step that is possible at any time.
    private func faultsOfNextStep() -> [String] {
        var (stopped, replaced, visited) = (model, model, model)
        stopped.stopGoing()
        let once = stopped
        stopped.stopGoing()
        replaced.replace(Self.latest)
        visited.visit("$2", in: Self.latest)
        visited.visit("$2", in: Self.latest)
        let rules = [
            ("something goes on after a stop", once.awaited == nil && once.sought == nil && once.soughtPages == 0),
            ("a second stop changes something", stopped == once),
            ("a replaced window is hidden", replaced.stage == .open),
            ("replacing the window moves the user", replaced.awaited == model.awaited && replaced.jump == model.jump),
            ("a second visit restores again", visited.jump?.stand == nil && visited.stage == .open),
        ]
        return rules.filter { !$0.1 }.map(\.0)
    }

    private mutating func noteSituation() {
        if model.awaited != nil { met.insert(model.sought == nil ? .awaited : .awaitedDuringSearch) }
        if model.awaited == nil, model.sought != nil { met.insert(.sought) }
        if model.stage == .opening { met.insert(plain.isAnswered ? .openingThoughAnswered : .opening) }
        if model.stage == .unreadable { met.insert(.unreadable) }
        if model.jump?.stand != nil { met.insert(.restored) }
    }

    private mutating func open(_ stored: OpenedTimeline?) {
        model.open(chatID: Story.chatID, stored: stored)
        plain.open(isRead: stored != nil)
    }

    private mutating func wait(for place: Destination, _ stand: ScrollPosition?) {
        model.await(place, stand: stand)
        (plain.awaited, plain.stand) = (place, stand)
        if plain.sought != .unread(isAsked: false) { plain.stopSeeking() }
    }

    private mutating func seek(_ goal: HistoryDestination) {
        model.seek(goal)
        (plain.sought, plain.pages) = (goal, 0)
        if goal != .unread(isAsked: false) { plain.stopAwaiting() }
    }

    /// Returns a scroll position that differs from all others.
    private mutating func nextStand() -> ScrollPosition {
        standCount += 1
        return ScrollPosition(top: nil, line: standCount)
    }

    private mutating func window() -> MessageWindow {
        var window = Self.latest
        window.hasNewer = random.chance(in: 2)
        return window
    }

    private static let latest = Story.window((1...3).map { Story.line($0) })

    private static func stored(_ window: MessageWindow) -> OpenedTimeline {
        OpenedTimeline(window: window, members: [], readPositions: [:], unread: nil)
    }
}

/// A value for each question about the destination, set by each step that answers it.
private struct PlainDestination {
    var awaited: Destination?
    var stand: ScrollPosition?
    var sought: HistoryDestination?
    var pages = 0
    /// Whether the disk answered, or failed to, since the chat was opened.
    private(set) var isAnswered = true
    /// Whether a window was shown since the chat was opened.
    private(set) var isShown = true
    private var isUnreadable = false
    private(set) var jump: (number: Int, stand: ScrollPosition?)?
    private var jumpCount = 0
    private var restored: ScrollPosition?

    var stage: TimelineStage {
        if isShown { return .open }
        if awaited != nil || !isAnswered { return .opening }
        return isUnreadable ? .unreadable : .open
    }

    mutating func open(isRead: Bool) {
        stop()
        (isAnswered, isShown, isUnreadable, jump) = (isRead, isRead, false, nil)
    }

    mutating func close() {
        stop()
        show()
    }

    mutating func answer() {
        (isAnswered, isUnreadable) = (true, false)
        if awaited == nil { show() }
    }

    mutating func fail() {
        if stage == .opening { (isAnswered, isUnreadable) = (true, true) }
        stop()
    }

    mutating func show() { (isAnswered, isShown) = (true, true) }

    mutating func stopAwaiting() { (awaited, stand) = (nil, nil) }

    mutating func stopSeeking() { (sought, pages) = (nil, 0) }

    mutating func stop() {
        stopAwaiting()
        stopSeeking()
    }

    mutating func jump(with stand: ScrollPosition?) {
        jumpCount += 1
        jump = (jumpCount, stand)
        restored = stand
    }

    /// Returns the scroll position that the last step restored.
    mutating func takeRestored() -> ScrollPosition? {
        defer { restored = nil }
        return restored
    }
}
