import Conversations
import Foundation
import MatrixAPI
import Storage
import Testing

@testable import Messenger
@testable import Presentation

/// Tests that `confab import` reads the output of `confab export`.
@Suite(.timeLimit(.minutes(5))) struct ImportArchiveTests {
    private let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

    init() throws {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    private func take(_ lines: [String], into database: ProfileDatabase) async throws -> ImportReport {
        let file = directory.appending(path: UUID().uuidString)
        try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: file)
        return try await ImportArchive(database.imports, filesAt: nil)
            .importFile(file.path, folder: nil, now: 1_800_000_000_000)
    }

    /// Returns all records of a chat, as `confab export` writes them.
    private func export(_ chatID: String, of database: ProfileDatabase) throws -> [String] {
        let records = MessageRecords(
            chatID: chatID, members: try database.chats.members(chatID: chatID), ownUserID: "@ana:x.y")
        return try database.messages.window(chatID: chatID, startingAtOldest: 100_000).messages
            .compactMap { records.exported($0.message, chatName: "Garden")?.json.line }
    }

    private func message(
        _ id: String, _ body: String, by sender: String = "@ana:x.y", at time: Int64, kind: Message.Kind = .text,
        replyTo: String? = nil, type: String? = nil, relation: MessageRelation? = nil, source: String = "{}"
    ) -> Message {
        Message(
            eventID: id, sender: sender, timestamp: time, kind: kind, body: body, eventType: type, detail: nil,
            isRemoved: false, replyTo: replyTo, relation: relation, transactionID: nil, source: source)
    }

    /// Returns a database with a chat that contains each kind of message.
    private func garden() async throws -> ProfileDatabase {
        let database = try ProfileDatabase.inMemory()
        var change = ChatChange(chatID: "!garden:x.y", membership: .joined)
        change.members = [
            ChatMember(userID: "@ana:x.y", displayName: "Ana", membership: "join"),
            ChatMember(userID: "@bo:x.y", displayName: "Bo", membership: "join"),
            ChatMember(userID: "@eve:x.y", displayName: "Bo", membership: "join"),
        ]
        let edited = EditedContent(kind: .text, body: "tea at five", formattedBody: nil)
        let file = #"{"content":{"body":"look","filename":"a.png","info":{"size":12,"mimetype":"image/png"}}}"#
        let messages = [
            message("$1", "tea at four", at: 5_000), message("$2", "\u{1B}[2J\u{0}\u{202E}", by: "@bo:x.y", at: 1_000),
            message("$3", "who is that", by: "@eve:x.y", at: 2_000, replyTo: "$1"),
            message("$4", "waves", by: "@bo:x.y", at: 2_001, kind: .emote),
            message("$5", "look", at: 3_000, kind: .picture, source: file),
            message("$6", "gone", at: 3_001), message("$7", "", at: 3_002, kind: .encrypted),
            message("$8", "beep", at: 3_003, kind: .unknown, type: "org.example.beep"),
            message("$e", "", at: 3_100, kind: .relation, relation: .edit(of: "$1", edited)),
            message("$r2", "", by: "@eve:x.y", at: 3_200, kind: .relation, relation: .reaction(to: "$3", key: "👍")),
            message("$r1", "", by: "@bo:x.y", at: 3_300, kind: .relation, relation: .reaction(to: "$3", key: "👍")),
            message("$r0", "", by: "@bo:x.y", at: 3_400, kind: .relation, relation: .reaction(to: "$3", key: "🎉")),
            message("$d", "", at: 3_500, kind: .relation, relation: .redaction(of: "$6", reason: nil)),
        ]
        change.timeline = .init(messages: messages, isLimited: false, previousBatch: nil)
        _ = try await database.sync.apply(SyncSlice(changes: [change]))
        return database
    }

    @Test func importedChatIsExportedUnchanged() async throws {
        let lines = try export("!garden:x.y", of: try await garden())
        #expect(lines.count == 8)
        let home = try ProfileDatabase.inMemory()
        let report = try await take(lines, into: home)
        #expect(report.lines == [] && report.chats.map(\.messageCount) == [8] && report.chats.map(\.newCount) == [8])
        #expect(report.chats.map(\.name) == ["Garden (imported)"] && report.chats.map(\.chatID) == ["!garden:x.y"])
        #expect(try export("imported:!garden:x.y", of: home) == lines)
        // A second import changes nothing, nor does a part of the file.
        let again = try await take(Array(lines.suffix(3)) + lines, into: home)
        #expect(again.chats.map(\.messageCount) == [11] && again.chats.map(\.newCount) == [0])
        #expect(try export("imported:!garden:x.y", of: home) == lines)
    }

    @Test func importDoesNotChangeOwnChat() async throws {
        let database = try await garden()
        let lines = try export("!garden:x.y", of: database)
        let forged = lines.map { $0.replacing("tea at five", with: "tea at nine") }
        _ = try await take(forged, into: database)
        #expect(try export("!garden:x.y", of: database) == lines)
        #expect(try database.chats.all().map(\.id) == ["!garden:x.y"])
    }

    @Test func invalidLineIsSkippedAlone() async throws {
        let good = try #require(try export("!garden:x.y", of: try await garden()).last)
        let json = try JSONValue(parsing: good)
        func without(_ key: String, _ value: JSONValue? = nil) -> String {
            var json = json
            json[key] = value
            return json.serializedText
        }
        var lines = ["", "no JSON", "[]", "\u{FEFF}\(good)", String(repeating: "[", count: 100_000), "null"]
        for key in ["id", "chat", "sender", "name", "time", "kind", "text", "edited", "removed", "reply_to", "state"] {
            lines += [without(key), without(key, ["a": 1])]
        }
        lines += [
            without("chat", "imported:!garden:x.y"), without("chat", "#garden:x.y"), without("chat", "!a\u{0}b"),
            without("sender", "ana"), without("sender", "@ana"), without("id", ""), without("time", .double(1.5)),
            without("id", .string(String(repeating: "a", count: 256))), without("kind", "membership"),
            without("kind", "relation"), without("state", "waiting"), without("reactions", "none"),
            without("reactions", [["key": "", "sender": "@bo:x.y", "id": "$q"]]), without("reactions", [7]),
            String(repeating: " ", count: LineFile.longestLine + 2), String(repeating: "a", count: 3_000_000),
        ]
        let database = try ProfileDatabase.inMemory()
        let report = try await take([good] + lines + [without("id", "$last"), "  \r"], into: database)
        #expect(report.chats.map(\.messageCount) == [2])
        #expect(report.problemCount == lines.count - 1)
        #expect(report.lines.count == ImportReport.maxProblems + 1)
        #expect(report.lines.first == "Line 3 is left out: it is no JSON object.")
        #expect(report.lines.dropFirst(5).first == "Line 8 is left out: “id” is missing or wrong.")
        #expect(report.lines.last == "\(lines.count - 21) other lines are left out.")
    }

    @Test func extremeTimesAreImportedSafely() async throws {
        let good = try JSONValue(parsing: try #require(try export("!garden:x.y", of: try await garden()).first))
        let times: [Int64] = [.max, 0, -1, .min, 1 << 60, 3, 1_799_999_999_999]
        let lines = times.enumerated().map { index, time in
            var json = good
            json["id"] = .string("$t\(index)")
            json["time"] = .integer(time)
            json["reactions"] = [["key": "+", "sender": "@bo:x.y", "id": .string("$s\(index)")]]
            return json.serializedText
        }
        let database = try ProfileDatabase.inMemory()
        #expect(try await take(lines, into: database).lines == [])
        let exported = try export("imported:!garden:x.y", of: database).map { try JSONValue(parsing: $0) }
        // A time outside of every calendar counts as unknown.
        #expect(exported.map { $0["time"]?.integer } == [0, 0, 0, 0, 0, 3, 1_799_999_999_999])
        #expect(exported.allSatisfy { $0["reactions"]?.array?.count == 1 })
    }

    @Test func importIsLimitedToHundredChats() async throws {
        let good = try JSONValue(parsing: try #require(try export("!garden:x.y", of: try await garden()).first))
        let lines = (1...150).map { number in
            var json = good
            json["chat"] = .string("!chat\(number):x.y")
            return json.serializedText
        }
        let report = try await take(lines, into: try ProfileDatabase.inMemory())
        #expect(report.chats.count == 100 && report.problemCount == 50)
        #expect(report.lines.first?.hasPrefix("Line 101 ") == true)
    }

    /// Only a part of the file is in memory at a time, and other writers get their turn between two parts.
    @Test func longFileIsImportedInParts() async throws {
        let good = try JSONValue(parsing: try #require(try export("!garden:x.y", of: try await garden()).first))
        let file = directory.appending(path: "long")
        var text = ""
        for number in 1...5_200 {
            var json = good
            json["id"] = .string("$n\(number)")
            json["time"] = .integer(Int64(number / 7))
            // Some messages are long.
            if number > 5_000 { json["text"] = .string(String(repeating: "a", count: 20_000)) }
            text += json.serializedText + "\n"
        }
        try Data(text.utf8).write(to: file)
        let source = ImportSource(try LineFile(path: file.path), folder: nil, filesAt: nil)
        var sizes: [Int] = []
        while let part = try await source.next() {
            let messages = part.groups.flatMap(\.imported.messages)
            sizes.append(part.groups.flatMap(\.eventIDs).count)
            #expect(messages.reduce(0) { $0 + $1.body.utf8.count } < 2 << 20)
        }
        #expect(sizes.prefix(10) == Array(repeating: 500, count: 10)[...] && sizes.reduce(0, +) == 5_200)
        #expect(sizes.count >= 13)
        let database = try ProfileDatabase.inMemory()
        let archive = ImportArchive(database.imports, filesAt: nil)
        let report = try await archive.importFile(file.path, folder: nil, now: 1_800_000_000_000)
        #expect(report.chats.map(\.newCount) == [5_200])
        let ids = try export("imported:!garden:x.y", of: database).map { try JSONValue(parsing: $0)["id"] }
        #expect(ids == (1...5_200).map { .string("$n\($0)") })
    }

    @Test func nonRegularFileIsRejected() async throws {
        let pipe = directory.appending(path: "pipe").path
        #expect(mkfifo(pipe, 0o600) == 0)
        let archive = ImportArchive(try ProfileDatabase.inMemory().imports, filesAt: nil)
        for (path, code) in [(pipe, EINVAL), (directory.path, EISDIR), (pipe + "-not", ENOENT)] {
            await #expect(throws: ImportError.file(path: path, code: code)) {
                try await archive.importFile(path, folder: nil, now: 0)
            }
        }
    }
}
