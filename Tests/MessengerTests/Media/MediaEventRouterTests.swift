import Conversations
import Foundation
import MatrixAPI
import Testing
import ViewModels

@testable import Engine
@testable import Messenger

/// Tests the download of a file, from the key to the line beside the message.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct MediaEventRouterTests {
    private static func picture(_ id: String = "1", content: JSONValue? = nil) -> JSONValue {
        Story.event(
            id,
            content: content ?? [
                "msgtype": "m.image", "body": "../cat\u{1B}.png", "url": "mxc://x/cat", "info": ["size": 2_000],
            ])
    }

    private static func bench(_ event: JSONValue) async throws -> Workbench {
        let home = "/tmp/confab-media-\(UUID().uuidString.prefix(13))"
        let bench = try Workbench(
            media: MediaDirectories(kept: home, downloads: home, home: home, show: { _ in "no program" }))
        bench.queue.open()
        try await bench.sync([event])
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
        await bench.answered()
        return bench
    }

    private static func file(_ bench: Workbench) throws -> MessageFile {
        let message = try #require(bench.state.timeline.window.messages.last?.message)
        return try #require(bench.openChat.actions(.of(message))?.file)
    }

    @Test func fileQuestionsShowSafeNameAndSize() async throws {
        let file = try Self.file(try await Self.bench(Self.picture()))
        #expect(file.openQuestion.string.hasPrefix("Load _cat_.png, 2.0 kB and"))
        #expect(file.saveQuestion.string == "Save _cat_.png where?")
    }

    @Test func failedDownloadShowsReasonAndCanBeRetried() async throws {
        let bench = try await Self.bench(Self.picture())
        let file = try Self.file(bench)
        #expect(file.open() == nil)
        #expect(RowWords.lines(bench.openChat.rows).last?.hasSuffix("[loading…]") == true)
        let loading = try Self.file(bench)
        #expect(loading.open.reason?.string.hasPrefix("It is being loaded") == true)
        #expect(loading.stop.reason == nil)
        // The server doesn't respond.
        while bench.state.media.states["$1"]?.isLoading != false { await Task.yield() }
        let row = try #require(RowWords.lines(bench.openChat.rows).last)
        #expect(row.contains("[not fetched: "))
        let failed = try Self.file(bench)
        #expect(failed.open.reason == nil)
        #expect(failed.stop.reason?.string == "It is not being loaded")
        await bench.tasks.finish()
    }

    @Test func missingProgramIsReported() async throws {
        let bench = try await Self.bench(Self.picture())
        let attached = try #require(AttachedFile(content: ["url": "mxc://x/cat", "body": "cat"]))
        let wish = MediaRequest(eventID: "$1", file: attached, purpose: .opening)
        bench.queue.post(MediaEvent.fetched(wish, path: "/nowhere/cat.png"))
        #expect(RowWords.lines(bench.openChat.rows).last?.hasSuffix("[no program]") == true)
    }

    @Test func downloadProgressIsShown() async throws {
        let bench = try await Self.bench(Self.picture())
        bench.state.media.set(.loading(percent: nil), of: "$1")
        bench.queue.post(MediaEvent.progressed(eventID: "$1", percent: 34))
        #expect(RowWords.lines(bench.openChat.rows).last?.hasSuffix("[loading… 34 %]") == true)
        bench.queue.post(MediaEvent.failed(eventID: "$1", nil))
        // A late progress event is ignored.
        bench.queue.post(MediaEvent.progressed(eventID: "$1", percent: 35))
        #expect(RowWords.lines(bench.openChat.rows).last?.contains("[stopped: ") == true)
    }

    @Test(arguments: [
        JSONValue.null, "http://x/cat", "mxc://x/../../etc", "mxc://x/cat/more", 7, ["mxc://x/cat"],
    ])
    func invalidFileAddressCannotBeOpened(address: JSONValue) async throws {
        let content: JSONValue = ["msgtype": "m.file", "body": "x", "url": address]
        let file = try Self.file(try await Self.bench(Self.picture(content: content)))
        #expect(file.open.reason?.string == "It names no file that could be fetched")
        #expect(file.save.reason != nil)
    }
}
