import Conversations
import Testing

@testable import Messenger

@MainActor
@Suite struct TimelineModelTests {
    private let model = TimelineModel()

    private func open(_ window: MessageWindow, read: [String: Int64] = [:]) {
        model.open(
            chatID: Story.chatID, stored: StoredTimeline(window: window, members: [], readPositions: read),
            ownUserID: Story.ana)
    }

    private func lines(_ range: ClosedRange<Int64>) -> [PlacedMessage] { range.map { Story.line($0) } }

    private var positions: [Int64] { model.window.messages.map(\.position) }

    @Test func aWindowNeverHoldsMoreThanItsMeasure() {
        let count = Int64(TimelineModel.maximumCount)
        open(Story.window(lines(1...count), gaps: [TimelineGap(position: 1, token: "p")]))
        model.append(lines(count + 1...count + 10), marksNew: false, ownUserID: Story.ana)
        #expect(positions == Array(11...count + 10))
        #expect(model.window.hasOlder)
        #expect(model.window.gaps.isEmpty)
        model.prepend(Story.window(lines(1...10)))
        #expect(positions == Array(1...count))
        #expect(model.window.hasNewer)
    }

    @Test func messagesThatGoOnWhereTheWindowEndsAreAdded() {
        open(Story.window(lines(1...3)))
        #expect(model.follows(lines(4...5)))
        #expect(!model.follows(lines(5...6)))
        #expect(!model.follows(lines(1...4)))
        #expect(model.follows([]))
    }

    @Test func whatIsThereAlreadyIsNotAddedTwice() {
        open(Story.window(lines(1...3)))
        model.append(lines(2...4), marksNew: false, ownUserID: Story.ana)
        #expect(positions == [1, 2, 3, 4])
    }

    @Test func aWindowInThePastStaysWhereItIs() {
        open(MessageWindow(messages: lines(1...3), gaps: [], hasOlder: false, hasNewer: true))
        #expect(model.follows(lines(90...91)))
        model.append(lines(90...91), marksNew: true, ownUserID: Story.ana)
        #expect(positions == [1, 2, 3])
        model.appendPage(Story.window(lines(4...5)))
        #expect(positions == [1, 2, 3, 4, 5])
        #expect(!model.window.hasNewer)
    }

    @Test func theNewLineStandsAtTheFirstUnreadOfAnother() {
        open(Story.window([Story.line(1), Story.line(2, kind: .membership), Story.line(3)]), read: [Story.ana: 1])
        #expect(model.newLinePosition == 3)
        open(Story.window(lines(1...3)), read: [Story.ana: 3])
        #expect(model.newLinePosition == nil)
        open(Story.window([Story.line(1), Story.line(2, by: Story.ana), Story.line(3)]), read: [Story.ana: 0])
        #expect(model.newLinePosition == 3)
        open(Story.window(lines(1...3)))
        #expect(model.newLinePosition == nil)
    }

    @Test func whatComesWhileNobodyLooksIsNewOnce() {
        open(Story.window(lines(1...2)), read: [Story.ana: 2])
        model.append([Story.line(3, by: Story.ana), Story.line(4)], marksNew: true, ownUserID: Story.ana)
        #expect(model.newLinePosition == 4)
        model.append([Story.line(5)], marksNew: true, ownUserID: Story.ana)
        #expect(model.newLinePosition == 4)
    }

    @Test func anotherChatBeginsWithoutTheLastOnesTypists() {
        open(.empty)
        model.setTyping([Story.bo])
        let number = model.number
        open(.empty)
        #expect(model.typing.isEmpty)
        #expect(model.number == number + 1)
    }
}
