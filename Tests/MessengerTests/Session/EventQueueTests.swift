import Testing

@testable import Engine
@testable import Messenger

@MainActor
@Suite(.timeLimit(.minutes(5))) struct EventQueueTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench()
        bench.state.chatList.load(chats: ["!a", "!b", "!c", "!d"].map { Story.chat($0) })
    }

    @Test func eventPostedBeforeOpeningIsRoutedOnOpening() {
        bench.queue.post(ChatEvent.opened(chatID: "!a"))
        #expect(bench.state.chatList.openChatID == nil)
        bench.queue.open()
        #expect(bench.state.chatList.openChatID == "!a")
    }

    @Test func eventsAreRoutedInOrder() {
        for chat in ["!a", "!b", "!c"] { bench.queue.post(ChatEvent.opened(chatID: chat)) }
        bench.queue.open()
        #expect(bench.state.chatList.openChatID == "!c")
        #expect(bench.state.chatList.lastVisitedID == "!b")
    }

    @Test func eventPostedDuringRoutingIsQueuedLast() {
        bench.didCompleteStep = { [bench] _ in
            bench.didCompleteStep = { _ in }
            bench.queue.post(ChatEvent.opened(chatID: "!c"))
            #expect(bench.state.chatList.openChatID == "!b")
        }
        for chat in ["!a", "!b", "!d"] { bench.queue.post(ChatEvent.opened(chatID: chat)) }
        bench.queue.open()
        #expect(bench.state.chatList.openChatID == "!c")
        #expect(bench.state.chatList.lastVisitedID == "!d")
    }

    @Test func eventReachesOnlyRouterOfItsType() {
        let queue = EventQueue()
        let (steps, words) = (Recorder<StepEvent>(), Recorder<WordEvent>())
        queue.add(steps)
        queue.add(words)
        queue.open()
        queue.post(StepEvent.taken(1))
        queue.post(WordEvent.said("tea"))
        queue.post(StepEvent.taken(2))
        #expect(steps.routed == [.taken(1), .taken(2)])
        #expect(words.routed == [.said("tea")])
    }

    @Test func closedQueueRoutesNothing() {
        bench.queue.open()
        bench.queue.close()
        bench.queue.post(ChatEvent.opened(chatID: "!a"))
        #expect(bench.state.chatList.openChatID == nil)
    }
}

private enum StepEvent: RoutedEvent, Equatable { case taken(Int) }

private enum WordEvent: RoutedEvent, Equatable { case said(String) }

/// Records its events.
private final class Recorder<Routed: RoutedEvent>: EventRouter {
    private(set) var routed: [Routed] = []

    func route(_ event: Routed) { routed.append(event) }
}
