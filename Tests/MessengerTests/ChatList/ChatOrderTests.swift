import Conversations
import TestSeeds
import Testing

@testable import Messenger

@Suite(.timeLimit(.minutes(5))) struct ChatOrderTests {
    @Test(arguments: 0..<20 as Range<UInt64>) func incrementalOrderEqualsFullSort(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var order = ChatOrder()
        var chats = ChatTable()
        for _ in 0..<400 {
            let id = "!\(Int.random(in: 0..<40, using: &random))"
            if Int.random(in: 0..<8, using: &random) == 0 {
                chats[id] = nil
                order.remove(id)
                continue
            }
            let chat = chat(id, &random)
            chats[id] = chat
            order.insert(chat)
        }
        let sorted = chats.values.sorted(by: comesBefore)
        #expect(order.shown == sorted.filter { !isAway($0) }.map(\.id), "seed \(seed)")
        #expect(order.archived == sorted.filter(isAway).map(\.id), "seed \(seed)")
        #expect(order.waiting == sorted.filter(\.isWaiting).map(\.id), "seed \(seed)")
        for (place, id) in order.shown.enumerated() { #expect(order.index(of: id) == place, "seed \(seed)") }
    }

    @Test func waitingChatsAreCycledFromGivenChat() {
        var order = ChatOrder()
        for number in 1...4 {
            var chat = Story.chat("!\(number)", activity: Int64(100 - number))
            chat.isMarkedUnread = number != 2
            order.insert(chat)
        }
        #expect(Array(order.waiting(after: nil)) == ["!1", "!3", "!4"])
        #expect(Array(order.waiting(after: "!2")) == ["!3", "!4", "!1"])
        #expect(Array(order.waiting(after: "!3")) == ["!4", "!1", "!3"])
        #expect(Array(order.waiting(after: "!4")) == ["!1", "!3", "!4"])
    }

    @Test func reorderingOneOfManyChatsNeedsFewComparisons() {
        var order = ChatOrder()
        for number in 0..<1_000 { order.insert(Story.chat("!\(number)", activity: Int64(number))) }
        let before = order.comparisons
        order.insert(Story.chat("!3", activity: 5_000))
        #expect(order.shown.first == "!3")
        #expect(order.comparisons - before < 50)
        let unchanged = order.comparisons
        order.insert(Story.chat("!3", activity: 5_000))
        #expect(order.comparisons == unchanged)
    }

    @Test func newPinComesLast() {
        var order = ChatOrder()
        var chats = ChatTable()
        for number in 0..<30 {
            var chat = Story.chat("!\(number)")
            chat.tags = ChatTags(isPinned: true, pinOrder: order.nextPinOrder(chats))
            chats[chat.id] = chat
            order.insert(chat)
        }
        #expect(order.shown == (0..<30).map { "!\($0)" })
    }

    private func chat(_ id: String, _ random: inout SeededGenerator) -> Chat {
        var chat = Story.chat(id, activity: Int64.random(in: 0..<20, using: &random))
        chat.tags.isPinned = Int.random(in: 0..<4, using: &random) == 0
        chat.tags.isArchived = Int.random(in: 0..<4, using: &random) == 0
        chat.tags.pinOrder = [nil, 0.25, 0.5].randomElement(using: &random) ?? nil
        chat.notificationCount = Int.random(in: 0..<2, using: &random)
        chat.highlightCount = Int.random(in: 0..<2, using: &random)
        chat.notificationLevel = NotificationLevel.allCases.randomElement(using: &random) ?? .all
        chat.membership = Bool.random(using: &random) ? .joined : .invited
        return chat
    }

    private func isAway(_ chat: Chat) -> Bool { chat.tags.isArchived && chat.membership != .invited }

    private func comesBefore(_ left: Chat, _ right: Chat) -> Bool {
        if isAway(left) != isAway(right) { return !isAway(left) }
        if !isAway(left) {
            if left.tags.isPinned != right.tags.isPinned { return left.tags.isPinned }
            let (first, second) = (left.tags.pinOrder ?? .infinity, right.tags.pinOrder ?? .infinity)
            if left.tags.isPinned, first != second { return first < second }
        }
        return (left.lastActivity, right.id) > (right.lastActivity, left.id)
    }
}
