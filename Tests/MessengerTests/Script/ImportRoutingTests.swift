import Conversations
import Foundation
import MatrixAPI
import Storage
import Testing
import ViewModels

@testable import Engine
@testable import Messenger
@testable import Presentation

/// Tests an imported chat on a screen.
@MainActor
@Suite(.timeLimit(.minutes(5))) final class ImportRoutingTests {
    private let bench: Workbench
    private let chatID = "imported:!tea:example.org"

    init() async throws {
        bench = try Workbench()
        bench.queue.open()
        bench.queue.post(
            ChatEvent.loaded(
                chats: [], areAll: true, ignoredUserIDs: [], drafts: [], outbox: [], openChatID: nil))
        await bench.answered()
    }

    private func take(_ texts: [String]) async throws -> ImportOutcome? {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        let lines = texts.enumerated().map { index, text -> String in
            let json: JSONValue = [
                "id": .string("$" + text), "chat": "!tea:example.org", "chat_name": "Tea",
                "sender": "@bo:example.org", "name": "Bo", "time": .integer(Int64(index)), "kind": "text",
                "text": .string(text), "edited": false, "removed": false, "reply_to": "$elsewhere", "thread": .null,
                "state": "sent",
            ]
            return json.serializedText
        }
        try Data(lines.joined(separator: "\n").utf8).write(to: file)
        let outcomes = bench.parts.effects.scripts.outcome(ofImport: "i")
        bench.queue.post(ScriptEvent.importing(id: "i", path: file.path, folder: nil))
        for await outcome in outcomes { return outcome }
        return nil
    }

    @Test func importedChatIsListedAsLeftAndReadable() async throws {
        let report = try #require(try await take(["one", "two"])).get()
        #expect(report.chats.map(\.line) == ["Tea (imported): 2 messages, 2 new"])
        #expect(bench.state.chatList.leftOrder == [chatID])
        bench.queue.post(ChatEvent.opened(chatID: chatID))
        await bench.answered()
        #expect(bench.state.timeline.window.messages.map(\.message.body) == ["one", "two"])
        #expect(bench.state.timeline.window.gaps.isEmpty)
        // Messages imported later appear in the open chat.
        _ = try await take(["one", "two", "three"])
        await bench.answered()
        #expect(bench.state.timeline.window.messages.map(\.message.body) == ["one", "two", "three"])
    }

    @Test func importedChatIsReadOnlyAndSendsNoReceipts() async throws {
        _ = try await take(["one"])
        bench.queue.post(ChatEvent.opened(chatID: chatID))
        await bench.answered()
        let composer = Seen(bench.events.composer)
        bench.frames.deliver()
        #expect(composer.last?.placeholder == "This came from a file: it is only read here")
        let window = bench.state.timeline.window
        bench.parts.effects.readMarkers.read(eventID: window.messages[0].message.eventID, chatID: chatID)
        await bench.kept()
        #expect(try await bench.database.outbox.receipts().isEmpty)
    }

    /// The account was never a member.
    @Test func importedChatExplainsUnavailableActions() async throws {
        _ = try await take(["one"])
        let (navigation, list) = (Seen(bench.events.navigation), Seen(bench.events.chatList))
        bench.queue.post(ChatListEvent.turningLeftChats)
        bench.queue.post(ChatEvent.opened(chatID: chatID))
        await bench.answered()
        bench.frames.deliver()
        let words: DisplayText = "This came from a file: it is only read here"
        let actions = try #require(navigation.last?.actions)
        #expect(actions.leaveChat.reason == words && actions.chatDetails.reason == words)
        #expect(actions.attach.reason == words)
        let row = try #require(list.last?.item(.leftChat(chatID)))
        #expect(row.actions.leave.reason?.string.hasPrefix("It came from a file and is only read here") == true)
    }

    @Test func importedChatIsRemovedWithoutServer() async throws {
        _ = try await take(["one"])
        bench.queue.post(ChatTaskEvent.asked(.forget(chatID: chatID)))
        while !bench.state.chatList.leftOrder.isEmpty { await Task.yield() }
        await bench.kept()
        #expect(try bench.database.chats.chat(id: chatID) == nil)
        #expect(bench.state.chatTask.failure == nil)
    }
}
