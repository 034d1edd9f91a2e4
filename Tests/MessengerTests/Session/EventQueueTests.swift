import Testing

@testable import Messenger

@MainActor
@Suite struct EventQueueTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench()
        bench.models.chatList.load(chats: ["!a", "!b", "!c", "!d"].map { Story.chat($0) }, drafts: [])
    }

    @Test func whatWasPostedBeforeTheRoutersAreThereComesFirst() {
        bench.queue.post(ChatEvent.opened(chatID: "!a"))
        #expect(bench.models.chatList.openChatID == nil)
        bench.queue.open(to: bench.routers)
        #expect(bench.models.chatList.openChatID == "!a")
    }

    @Test func eventsAreTakenInTheOrderOfTheirArrival() {
        for chat in ["!a", "!b", "!c"] { bench.queue.post(ChatEvent.opened(chatID: chat)) }
        bench.queue.open(to: bench.routers)
        #expect(bench.models.chatList.openChatID == "!c")
        #expect(bench.models.chatList.lastVisitedID == "!b")
    }

    @Test func whatIsPostedWhileAnEventIsRoutedComesAfterAllThatWait() {
        bench.didDeed = { [bench] _ in
            bench.didDeed = { _ in }
            bench.queue.post(ChatEvent.opened(chatID: "!c"))
            #expect(bench.models.chatList.openChatID == "!b")
        }
        for chat in ["!a", "!b", "!d"] { bench.queue.post(ChatEvent.opened(chatID: chat)) }
        bench.queue.open(to: bench.routers)
        #expect(bench.models.chatList.openChatID == "!c")
        #expect(bench.models.chatList.lastVisitedID == "!d")
    }

    @Test func afterTheEndNothingIsRouted() {
        bench.queue.open(to: bench.routers)
        bench.queue.close()
        bench.queue.post(ChatEvent.opened(chatID: "!a"))
        #expect(bench.models.chatList.openChatID == nil)
    }
}
