import Conversations
import Foundation
import MatrixClient
import Storage
import Testing

@testable import Engine
@testable import Messenger

/// Tests lines that arrive with a page of the history instead of a sync, as when a gap is filled.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct EchoInHistoryTests {
    private let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path

    @Test func copyOfAFileIsRemovedWhenTheHistoryShowsItsLine() async throws {
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let database = try ProfileDatabase(path: directory + "/confab.db")
        let state = SessionState(account: Account(userID: Story.ana, displayName: "Ana", deviceID: "A"))
        let effects = Effects(
            state: state, database: database,
            client: HomeserverClient(homeserver: .unixSocket(path: "/nowhere/confab.sock")),
            environment: SessionEnvironment(
                now: { Story.noon }, after: { _, _ in }, quit: {}, didCompleteStep: { _ in }),
            logger: HomeserverClient.silentLogger)
        let copy = try #require(database.outbox.files.path(of: "tea"))
        try FileManager.default.createDirectory(
            atPath: URL(filePath: copy).deletingLastPathComponent().path, withIntermediateDirectories: true)
        try Data([1, 2, 3]).write(to: URL(filePath: copy))
        state.outbox.load([
            OutboxLine.file(
                id: "tea", name: "tea.png", size: 3, type: "image/png", pixels: nil, chatID: Story.chatID, thread: nil,
                now: Story.noon)
        ])
        let applied = AppliedSlice(chats: [], newMessages: [:], echoedLines: ["tea"])
        HistoryEventRouter(state: state, effects: effects).route(.gapFilled(chatID: Story.chatID, applied))
        #expect(state.outbox.lines.isEmpty)
        while !effects.tasks.isIdle { try await Task.sleep(for: .milliseconds(1)) }
        #expect(!FileManager.default.fileExists(atPath: copy))
    }
}
