import Conversations
import Foundation
import MatrixAPI
import Storage
import Testing
import ViewModels

@testable import Engine
@testable import Messenger
@testable import Presentation

/// Replaces each value in a line of an import by extreme numbers. The line is refused or imported; the imported chat
/// is shown, exported and imported again.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct ImportNumbersTests {
    nonisolated private static let chatID = "imported:!tea:example.org"
    /// The numbers in JSON syntax. The last one is out of the range of JSON numbers.
    nonisolated private static let numbers = [
        "9223372036854775807", "-9223372036854775808", "9223372036854775808", "18446744073709551615",
        "18446744073709551616", "-1", "0", "0.5", "-0.0", "1e15", "4611686018427387904", "9007199254740993",
        "1.7976931348623157e308", "-1e308", "5e-324", "253402300799999", "253402300800000", "1e400",
    ]
    /// The text in place of the replaced value.
    nonisolated private static let mark = "@@"
    /// A message with a file and a reaction.
    nonisolated private static let line = """
        {"id":"$1","chat":"!tea:example.org","chat_name":"Tea","sender":"@bo:example.org","name":"Bo",\
        "time":1795262400000,"kind":"picture","text":"cat.png","edited":false,"removed":false,"reply_to":null,\
        "thread":null,"state":"sent","event_type":"m.room.message",\
        "reactions":[{"key":"+","sender":"@bo:example.org","id":"$r"}],\
        "file":{"name":"cat.png","type":"image/png","size":9000,"path":null,"problem":null}}
        """

    @Test func noNumberInImportedLineCrashes() async throws {
        let lines = try await changedLines()
        #expect(lines.count > 15 * Self.numbers.count)
        let bench = try await openBench()
        let report = try await take(lines, into: bench)
        #expect(report.chats.map(\.chatID) == ["!tea:example.org"])
        let count = report.chats.first?.messageCount ?? 0
        #expect(count > Self.numbers.count && report.problemCount > 0)
        #expect(count + report.problemCount == lines.count)

        let messages = try exported(from: bench)
        #expect(messages.count == count)
        var page = ChatPage("Tea", hasFiles: false, now: Story.noon)
        for message in messages {
            let html = page.part(message)
            #expect(!html.isEmpty && !message.lines.isEmpty)
            #expect(NumberLimits.times.contains(message.record.time))
            #expect((message.file?.size ?? 1) > 0)
        }
        bench.queue.post(ChatEvent.opened(chatID: Self.chatID))
        await bench.answered()
        #expect(!bench.openChat.rows.isEmpty)

        let other = try await openBench()
        let again = try await take(messages.map(\.json.line), into: other)
        #expect(again.lines == [])
        let second = try exported(from: other)
        #expect(second.map(\.json) == messages.map(\.json))
    }

    @Test func validImportedFileSizesAreShown() async throws {
        let template = try JSONValue(parsing: Self.line)
        let lines = Self.numbers.enumerated().map { index, number in
            var line = template
            line["id"] = .string("$\(index)")
            line["file"]?["size"] = .string(Self.mark)
            return line.serializedText.replacing("\"\(Self.mark)\"", with: number)
        }
        let bench = try await openBench()
        // JSON has no form for one of the numbers, which costs that line.
        let report = try await take(lines, into: bench)
        #expect(report.problemCount == 1)
        let messages = try bench.database.messages
            .window(chatID: Self.chatID, startingAtOldest: 100).messages.map(\.message)
        let sizes = messages.compactMap { MediaDetail($0)?.size }
        #expect(sizes.count > 3 && sizes.allSatisfy { $0 > 0 } && sizes.contains(.max))
        #expect(messages.compactMap { MediaDetail($0)?.amount }.count == sizes.count)
    }

    /// Returns lines in which each value that an export has is replaced by each number.
    private func changedLines() async throws -> [String] {
        let bench = try await openBench()
        _ = try await take([Self.line], into: bench)
        let first = try exported(from: bench).first
        let template = try #require(first).json
        var lines: [String] = []
        for changed in template.replacingEachLeaf(with: .string(Self.mark)) {
            for number in Self.numbers {
                var line = changed
                // A message that is known already would be ignored.
                if line["id"]?.string != Self.mark { line["id"] = .string("$\(lines.count)") }
                lines.append(line.serializedText.replacing("\"\(Self.mark)\"", with: number))
            }
        }
        return lines
    }

    private func openBench() async throws -> Workbench {
        let bench = try Workbench()
        bench.queue.open()
        bench.queue.post(
            ChatEvent.loaded(chats: [], areAll: true, ignoredUserIDs: [], drafts: [], outbox: [], openChatID: nil))
        await bench.answered()
        return bench
    }

    private func take(_ lines: [String], into bench: Workbench) async throws -> ImportReport {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(lines.joined(separator: "\n").utf8).write(to: file)
        let outcomes = bench.parts.effects.scripts.outcome(ofImport: "i")
        bench.queue.post(ScriptEvent.importing(id: "i", path: file.path, folder: nil))
        for await outcome in outcomes { return try outcome.get() }
        throw CancellationError()
    }

    private func exported(from bench: Workbench) throws -> [ExportedMessage] {
        let members = try bench.database.chats.members(chatID: Self.chatID)
        let records = MessageRecords(chatID: Self.chatID, members: members, ownUserID: Story.ana)
        return try bench.database.messages.window(chatID: Self.chatID, startingAtOldest: 100_000).messages
            .compactMap { records.exported($0.message, chatName: "Tea") }
    }
}

extension JSONValue {
    /// Returns a copy for each leaf of this value, in which that leaf is replaced.
    fileprivate func replacingEachLeaf(with leaf: JSONValue) -> [JSONValue] {
        switch self {
        case .object(let members):
            members.sorted { $0.key < $1.key }.flatMap { name, value in
                value.replacingEachLeaf(with: leaf).map { replaced in
                    JSONValue.object(members.dictionary.merging([name: replaced]) { $1 })
                }
            }
        case .array(let elements):
            elements.indices.flatMap { index in
                elements[index].replacingEachLeaf(with: leaf).map { replaced in
                    var changed = elements
                    changed[index] = replaced
                    return JSONValue.array(changed)
                }
            }
        case .null, .bool, .integer, .double, .string: [leaf]
        }
    }
}
