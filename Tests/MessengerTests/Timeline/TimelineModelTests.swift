import Conversations
import Testing

@testable import Messenger

@MainActor
@Suite(.timeLimit(.minutes(5))) struct TimelineModelTests {
    private var model = TimelineModel()

    private mutating func open(_ window: MessageWindow, chatID: String = Story.chatID) {
        model.open(
            chatID: chatID,
            stored: OpenedTimeline(window: window, members: [], readPositions: [:], unread: nil))
    }

    private func lines(_ range: ClosedRange<Int64>) -> [PlacedMessage] { range.map { Story.line($0) } }

    private var positions: [Int64] { model.window.messages.map(\.position) }

    @Test mutating func windowSizeIsLimited() {
        let count = Int64(TimelineModel.maximumCount)
        open(Story.window(lines(1...count), gaps: [TimelineGap(position: 1, token: "p")]))
        model.append(ArrivedMessages(messages: lines(count + 1...count + 10), marksNew: false, ownUserID: Story.ana))
        #expect(positions == Array(11...count + 10))
        #expect(model.window.hasOlder)
        #expect(model.window.gaps.isEmpty)
        model.prepend(Story.window(lines(1...10)))
        #expect(positions == Array(1...count))
        #expect(model.window.hasNewer)
    }

    @Test mutating func contiguousMessagesFollowWindow() {
        open(Story.window(lines(1...3)))
        #expect(model.follows(lines(4...5)))
        #expect(!model.follows(lines(5...6)))
        #expect(!model.follows(lines(1...4)))
        #expect(model.follows([]))
    }

    @Test mutating func duplicateMessagesAreNotAppended() {
        open(Story.window(lines(1...3)))
        model.append(ArrivedMessages(messages: lines(2...4), marksNew: false, ownUserID: Story.ana))
        #expect(positions == [1, 2, 3, 4])
    }

    @Test mutating func windowInHistoryIgnoresNewMessages() {
        open(MessageWindow(messages: lines(1...3), gaps: [], hasOlder: false, hasNewer: true))
        #expect(model.follows(lines(90...91)))
        model.append(ArrivedMessages(messages: lines(90...91), marksNew: true, ownUserID: Story.ana))
        #expect(positions == [1, 2, 3])
        model.appendPage(Story.window(lines(4...5)))
        #expect(positions == [1, 2, 3, 4, 5])
        #expect(!model.window.hasNewer)
    }

    @Test mutating func unreadBeyondWindowIsCountedBelow() {
        let unread = UnreadPart(after: 1, first: 2, firstEventID: "$2", count: 9, isWhole: true)
        let window = MessageWindow(messages: lines(1...4), gaps: [], hasOlder: false, hasNewer: true)
        model.open(
            chatID: Story.chatID,
            stored: OpenedTimeline(window: window, members: [], readPositions: [:], unread: unread))
        #expect(model.newLinePosition == 2)
        #expect(model.arrivedBelow == 6)
        model.appendPage(MessageWindow(messages: lines(5...6), gaps: [], hasOlder: true, hasNewer: true))
        #expect(model.arrivedBelow == 4)
    }

    @Test mutating func laterTailReadKeepsLargerWindow() {
        open(Story.window(lines(1...400)))
        #expect(model.jump(to: "$4") == true)
        // Both were requested while the window was smaller.
        model.catchUp(with: MessageWindow(messages: lines(300...402), gaps: [], hasOlder: true, hasNewer: false))
        #expect(positions == Array(1...402))
        model.fill(with: MessageWindow(messages: lines(200...402), gaps: [], hasOlder: true, hasNewer: false))
        #expect(positions == Array(1...402))
        #expect(!model.window.hasOlder)
        // Keeping the old window would hide messages that may be missing in between.
        let gap = TimelineGap(position: 500, token: "p")
        model.catchUp(with: MessageWindow(messages: lines(500...510), gaps: [gap], hasOlder: true, hasNewer: false))
        #expect(positions == Array(500...510))
    }

    @Test mutating func skippedUnreadIsKeptUntilVisited() {
        let unread = UnreadPart(after: 1, first: 2, firstEventID: "$2", count: 9, isWhole: true)
        let window = MessageWindow(messages: lines(1...4), gaps: [], hasOlder: false, hasNewer: true)
        model.open(
            chatID: Story.chatID,
            stored: OpenedTimeline(window: window, members: [], readPositions: [:], unread: unread))
        #expect(model.skippedUnread == nil)
        model.goToLatest(Story.window(lines(8...10)))
        #expect(model.skippedUnread == unread)
        model.goToUnread()
        #expect(model.skippedUnread == nil)
    }

    @Test mutating func firstUnseenArrivalSetsMarkerOnce() {
        open(Story.window(lines(1...2)))
        model.append(
            ArrivedMessages(
                messages: [Story.line(3, by: Story.ana), Story.line(4)], marksNew: true, ownUserID: Story.ana))
        #expect(model.newLinePosition == 4)
        model.append(ArrivedMessages(messages: [Story.line(5)], marksNew: true, ownUserID: Story.ana))
        #expect(model.newLinePosition == 4)
    }

    /// A late answer has the timeline from before they arrived, so they are appended again.
    @Test mutating func arrivalsDuringDiskReadAreCountedOnce() {
        open(Story.window(lines(1...2)))
        model.beginQuestion(findsEnd: false)
        model.append(ArrivedMessages(messages: lines(3...4), marksNew: true, ownUserID: Story.ana))
        model.append(ArrivedMessages(messages: lines(5...5), marksNew: true, ownUserID: Story.ana))
        #expect(model.unread?.count == 3)
        model.replace(Story.window(lines(1...2)))
        #expect(model.endQuestion() == true)
        #expect(positions == [1, 2, 3, 4, 5])
        #expect(model.unread?.count == 3)
        #expect(model.newLinePosition == 3)
    }

    @Test mutating func arrivalsAreAddedToOlderDiskCount() {
        open(Story.window(lines(1...2)))
        model.beginQuestion(findsEnd: true)
        model.append(ArrivedMessages(messages: lines(3...4), marksNew: true, ownUserID: Story.ana))
        model.setUnread(UnreadPart(after: 1, first: 2, firstEventID: "$2", count: 1, isWhole: true))
        model.replace(Story.window(lines(1...2)))
        #expect(model.endQuestion() == true)
        #expect(model.unread?.count == 3)
    }

    @Test mutating func typingIsShownOnlyInItsChat() {
        open(.empty)
        let number = model.number
        model.setTyping([Story.bo], chatID: "!other:localhost")
        #expect(model.typing.isEmpty)
        open(.empty, chatID: "!other:localhost")
        #expect(model.typing == [Story.bo])
        #expect(model.number == number + 1)
        model.forgetTyping()
        #expect(model.typing.isEmpty)
    }
}
