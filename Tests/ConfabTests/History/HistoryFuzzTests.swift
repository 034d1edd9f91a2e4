import Conversations
import MatrixAPI
import Storage
import Terminal
import TestSeeds
import Testing
import ViewModels

@testable import Engine
@testable import Messenger
@testable import Panes
@testable import Presentation

/// Fuzzes the events of a chat up to its rows on a screen: they are decoded, stored, read, built and laid out.
@Suite(.timeLimit(.minutes(10))) struct HistoryFuzzTests {
    private static let chatID = "!tea"
    private static let ana = "@ana:x"
    /// Saturday 21 November 2026, 12:00 UTC, in milliseconds since 1970.
    private static let noon: Int64 = 1_795_262_400_000
    /// The smallest screen, both sides of the width at which the layout changes, and a wide screen.
    private static let widths = [20, 47, 48, 120]
    /// The most syncs of an input, and the most lines that are drawn.
    private static let most = (syncs: 4, lines: 300)
    /// Members, two of whom have the same name.
    private static let members = #"""
        {"type":"m.room.member","state_key":"@ana:x","sender":"@ana:x","event_id":"$ana",
        "content":{"membership":"join","displayname":"Ana"}},
        {"type":"m.room.member","state_key":"@bo:x","sender":"@bo:x","event_id":"$bo",
        "content":{"membership":"join","displayname":"Bo"}},
        {"type":"m.room.member","state_key":"@kim:x","sender":"@kim:x","event_id":"$kim",
        "content":{"membership":"join","displayname":"Bo"}}
        """#

    @Test func fuzzedEventsYieldOrderedRowsThatFit() async throws {
        let names = try ["Engine/Sync", "Engine/Timeline", "Messenger/Formatting", "MatrixAPI/Events"]
            .flatMap { try SourceWords.of($0) }.map { "\"\($0)\"" }
        let words = ["$1", "@bo:x", "@kim:x", "},\n{", "\n\n", "<blockquote>", "<li>", "שלום", "1795262400000"]
        guard var fuzzer = try Fuzzer("history", words: words + names) else { return }
        while let input = try fuzzer.next() {
            let database = try ProfileDatabase.inMemory()
            for response in Self.syncs(of: input) {
                for slice in Array(SyncTranslator(userID: Self.ana).slices(of: response, now: Self.noon)) {
                    _ = try await database.sync.apply(slice)
                }
            }
            for builder in try Self.builders(database) {
                let rows = builder.build()
                #expect(Self.areInOrder(rows, of: builder), "\(fuzzer.failure())")
                // The memo of the first build has the rows now.
                #expect(builder.build() == rows, "\(fuzzer.failure())")
                var anew = builder
                anew.memo = ChatRowViewModelCache()
                #expect(anew.build() == rows, "\(fuzzer.failure())")
                for width in Self.widths {
                    let drawn = await Self.drawn(rows, width: width)
                    #expect(drawn.columns <= width, "\(drawn.columns) of \(width) columns, \(fuzzer.failure())")
                    #expect(!drawn.hasControls, "\(fuzzer.failure())")
                }
            }
        }
    }

    /// Returns the syncs that bring the events of an input. An empty line ends a sync; a gap precedes the next one.
    private static func syncs(of input: [UInt8]) -> [SyncResponse] {
        let parts = input.split(separator: Array("\n\n".utf8), maxSplits: most.syncs - 1)
        return parts.enumerated().compactMap { number, events -> SyncResponse? in
            var body = Array(#"{"next_batch":"s\#(number)","rooms":{"join":{"\#(chatID)":{"state":{"events":["#.utf8)
            body += Array(members.utf8)
            body += Array(#"]},"timeline":{"limited":\#(number > 0),"prev_batch":"p\#(number)","events":["#.utf8)
            body += events
            body += Array("]}}}}}".utf8)
            return SyncResponse(body: body)
        }
    }

    /// Returns the builders of all that is shown of the chat: as a group, as a direct chat while offline, and threads.
    private static func builders(_ database: ProfileDatabase) throws -> [ChatRowsBuilder] {
        let window = try database.messages.window(chatID: chatID, endingAtLatest: 5_000)
        let members = try database.chats.members(chatID: chatID)
        let names = MemberNames(Dictionary(members.map { ($0.userID, $0) }) { _, last in last })
        let threads = try Set(window.messages.compactMap(\.message.threadID)).sorted().prefix(2).map { thread in
            ChatRowsBuilder(
                chatID: chatID, threadID: thread,
                window: try database.messages.window(chatID: chatID, thread: thread, endingAtLatest: 5_000),
                outbox: [], names: names, readPositions: [:], newLinePosition: nil, isLoadingOlder: false,
                isDirect: false, isOnline: true, ownUserID: ana, time: TimeText(now: noon, usesTwelveHours: false))
        }
        let group = ChatRowsBuilder(
            chatID: chatID, window: window, outbox: [], names: names, readPositions: [:], newLinePosition: nil,
            isLoadingOlder: false, isDirect: false, isOnline: true, ownUserID: ana,
            time: TimeText(now: noon, usesTwelveHours: false), pictureRows: 6)
        let middle = window.messages.isEmpty ? nil : window.messages[window.messages.count / 2].position
        var power = ChatPower()
        power.users = [ana: 100]
        let line = OutboxLine(
            id: "line", chatID: chatID, type: "m.room.message", body: "hello",
            replyTo: window.messages.first?.message.eventID, content: "{}", acceptedAt: noon, state: .queued)
        let direct = ChatRowsBuilder(
            chatID: chatID, window: window, outbox: [line], names: names,
            readPositions: middle.map { ["@bo:x": $0] } ?? [:], newLinePosition: middle, isLoadingOlder: true,
            isDirect: true, isOnline: false, ownUserID: ana, time: TimeText(now: noon, usesTwelveHours: true),
            power: power, opened: Set(window.messages.map(\.message.eventID)))
        return [group, direct] + threads
    }

    /// Whether the positions of the messages increase, and their rows have the order of the messages.
    private static func areInOrder(_ rows: [ChatRowViewModel], of builder: ChatRowsBuilder) -> Bool {
        let messages = builder.window.messages
        let ofOutbox = Set(builder.outbox.map { ChatRowID.of($0) })
        var rest = messages[...]
        for row in rows where !ofOutbox.contains(row.id) {
            switch row.content {
            case .day, .newLine, .gap: continue
            case .message, .notice:
                guard let place = rest.firstIndex(where: { ChatRowID.of($0.message) == row.id }) else { return false }
                rest = rest[(place + 1)...]
            }
        }
        return zip(messages, messages.dropFirst()).allSatisfy { $0.position < $1.position }
    }

    /// Lays out and draws the rows.
    ///
    /// - Returns: the columns of the longest line, and whether a control character reached the screen.
    @MainActor
    private static func drawn(_ rows: [ChatRowViewModel], width: Int) -> (columns: Int, hasControls: Bool) {
        let columns = ChatColumns(rows: rows, width: width, previous: nil)
        let lines = rows.flatMap { ChatRowLayout(columns: columns).lines(of: $0) }
        let shown = lines.prefix(most.lines)
        let canvas = Canvas(size: Size(width: width, height: shown.count))
        for (y, line) in shown.enumerated() { line.draw(on: canvas, y: y) }
        let hasControls = canvas.frame.text.unicodeScalars.contains { scalar in
            scalar != "\n" && scalar.properties.generalCategory == .control
        }
        return (lines.map(\.end).max() ?? 0, hasControls)
    }
}
