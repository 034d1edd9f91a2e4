import Foundation
import MatrixClient
import Storage
import Testing

@testable import Engine
@testable import Messenger
@testable import Presentation

/// Tests that the disk answers by event, off the main actor and in order.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct DiskQueueTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench()
        bench.queue.open()
    }

    private var disk: DiskQueue { bench.parts.effects.disk }
    private var recent: [String] { bench.state.reactions.recent }

    @Test func diskResultsArriveInRequestOrderAfterEvent() async {
        for (key, seconds) in [("a", 0.02), ("b", 0), ("c", 0.01)] {
            disk.ask("") {
                Thread.sleep(forTimeInterval: seconds)
                return key
            } then: {
                ChatEvent.reactionsLoaded([$0])
            }
        }
        #expect(recent.isEmpty)
        await disk.answered()
        #expect(recent == ["a", "b", "c"])
    }

    @Test func nestedDiskRequestIsAwaited() async {
        let disk = self.disk
        disk.ask(1) {
            1
        } then: { _ -> ChatEvent? in
            disk.ask("") {
                "a"
            } then: {
                ChatEvent.reactionsLoaded([$0])
            }
            return nil
        }
        await disk.answered()
        #expect(recent == ["a"])
    }

    @Test func unreadableDiskIsReportedAndFallbackIsUsed() async {
        disk.ask(["nothing"]) {
            throw StorageError.diskFull
        } then: {
            ChatEvent.reactionsLoaded($0)
        }
        await disk.answered()
        #expect(recent == ["nothing"])
        #expect(bench.state.connection.storageProblem == FailureReason(storing: StorageError.diskFull))
    }

    @Test func reactionGivenBeforeLoadStaysMostRecent() {
        bench.state.reactions.give("b")
        bench.queue.post(ChatEvent.reactionsLoaded(["a", "b", "c"]))
        #expect(recent == ["b", "a", "c"])
    }
}
