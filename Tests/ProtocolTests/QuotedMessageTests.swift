import Conversations
import MatrixAPI
import MatrixClient
import Storage
import TestSupport
import Testing
import ViewModels

@testable import Engine
@testable import Messenger
@testable import Presentation

/// Tests going to a message that this device doesn't have yet, with the real server.
@MainActor
@Suite(.timeLimit(.minutes(5))) final class QuotedMessageTests {
    private let clock = FrameClock()
    private var chat: ChatViewModel?

    /// Runs the body with messages 1 to 200 and a reply by bo, sent before ana's device logged in.
    private func withAnswer(
        to eventID: @escaping @Sendable ([String]) -> String, _ body: @MainActor ([String]) async throws -> Void
    ) async throws {
        try await TestServer.run { server in
            let ana = try await Person.register("ana", on: server)
            let bo = try await Person.register("bo", on: server)
            let chatID = try await ana.makeRoom(with: bo)
            var eventIDs: [String] = []
            for number in 1...200 { eventIDs.append(try await bo.say("\(number)", in: chatID)) }
            _ = try await bo.client.send(
                roomID: chatID, type: "m.room.message", transactionID: "answer",
                content: MessageContent.reply(to: eventID(eventIDs), body: "answer", isEmote: false))
            try await self.follow(ana) { try await body(eventIDs) }
            await bo.client.shutdown()
        }
    }

    private func follow(_ person: Person, _ body: @MainActor () async throws -> Void) async throws {
        let database = try ProfileDatabase.inMemory()
        let events = ScreenEvents(clock: clock)
        events.chat.subscribe(self) { $0.chat = $1 }
        let session = ConversationSession(
            account: Account(userID: person.userID, displayName: "Ana"), database: database, client: person.client,
            events: events,
            environment: SessionEnvironment(now: { 0 }, after: { _, _ in }, quit: {}, didCompleteStep: { _ in }),
            logger: HomeserverClient.silentLogger)
        try session.showFromDisk()
        session.goOnline()
        try await body()
        await session.close()
        await person.client.shutdown()
        database.close()
    }

    private func wait(_ isSo: () -> Bool) async throws {
        try await clock.deliver(
            until: isSo,
            described: { "the last rows: \(texts.suffix(5)), \(chat?.errorText.string ?? "no chat")" })
    }

    private var texts: [String] {
        (chat?.rows ?? []).compactMap { row in
            guard case .message(let message) = row.content else { return nil }
            return message.text.string
        }
    }

    private func goToQuoted() async throws {
        try await wait { texts.last == "answer" }
        #expect(!texts.contains("1"))
        let row = try #require(
            chat?.rows.last { if case .message = $0.content { true } else { false } })
        #expect(chat?.actions(row.id)?.goToQuoted() == nil)
        clock.deliver()
        #expect(chat?.shouldShowBusy == true)
    }

    @Test func jumpToQuoteLoadsPagesAndSelectsTheMessage() async throws {
        try await withAnswer(to: { $0[0] }) { eventIDs in
            try await self.goToQuoted()
            try await self.wait { self.chat?.jump?.row == ChatRowID("m" + eventIDs[0]) }
            #expect(self.chat?.jump?.selects == true)
            #expect(self.texts.contains("1"))
            #expect(self.chat?.shouldShowBusy == false)
        }
    }

    @Test func missingQuotedMessageIsReported() async throws {
        try await withAnswer(to: { _ in "$nowhere" }) { _ in
            try await self.goToQuoted()
            try await self.wait { self.chat?.shouldShowError == true }
            #expect(self.chat?.errorText.string.hasPrefix("That message is not in the history") == true)
            #expect(self.chat?.jump == nil)
        }
    }

    @Test func stoppedQuoteJumpDoesNotMoveTheView() async throws {
        try await withAnswer(to: { $0[0] }) { eventIDs in
            try await self.goToQuoted()
            self.chat?.stopWaiting()
            try await self.wait { self.chat?.shouldShowBusy == false }
            #expect(self.chat?.jump == nil)
        }
    }
}
