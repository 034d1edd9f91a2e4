import Conversations
import MatrixAPI
import Storage
import TestSeeds
import Testing

@testable import Engine
@testable import Messenger

/// Fuzzes the numbers of a sync, which are read, stored, read again and shown.
@Suite(.timeLimit(.minutes(5))) struct NumberFuzzTests {
    private static let signs = Set("0123456789+-.eE".utf8)
    private static let longest = 400

    @Test func syncNumbersAreStoredAsRead() async throws {
        let words = [
            " ", "_", "e", "-0", "-0.0", ".5", "1e400", "5e-324", "1.7976931348623157e308", "9007199254740993",
            "253402300799999", "253402300800000", "1000000001", "-9223372036854775808",
        ]
        guard var fuzzer = try Fuzzer("numbers", words: words) else { return }
        while let input = try fuzzer.next() {
            let numbers = Self.numbers(in: input)
            #expect(numbers.allSatisfy(Self.isReadTheSameTwice), "\(fuzzer.failure())")
            guard let response = SyncResponse(body: Array(Self.sync(with: numbers).utf8)) else { continue }
            let database = try ProfileDatabase.inMemory()
            let slices = Array(SyncTranslator(userID: Story.ana).slices(of: response, now: Story.noon))
            for slice in slices { _ = try await database.sync.apply(slice) }
            let changes = slices.flatMap(\.changes)
            let stored = try database.messages.window(chatID: Story.chatID, endingAtLatest: 100).messages
            #expect(Self.haveTimes(of: changes, stored.map(\.message)), "\(fuzzer.failure())")
            if response.brokenOffsets.isEmpty { #expect(stored.count == 5, "\(fuzzer.failure())") }
            let chats = try database.chats.all()
            #expect(chats.allSatisfy { Self.hasCounts(of: changes, $0) }, "\(fuzzer.failure())")
            #expect(UnreadSummary(chats: chats).total >= 0, "\(fuzzer.failure())")
            let rows = RowWords.lines(try database.rows())
            // The same sync again changes nothing.
            for slice in slices { _ = try await database.sync.apply(slice) }
            #expect(try database.chats.all() == chats, "\(fuzzer.failure())")
            #expect(RowWords.lines(try database.rows()) == rows, "\(fuzzer.failure())")
        }
    }

    /// Returns the texts between the blanks of an input, without what no number has.
    private static func numbers(in input: [UInt8]) -> [String] {
        input.split(whereSeparator: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }).map { word in
            String(decoding: word.filter { signs.contains($0) }.prefix(longest), as: UTF8.self)
        }
    }

    /// Returns a sync with these numbers in turn. An empty one keeps the number of the template.
    private static func sync(with numbers: [String]) -> String {
        var place = 0
        var text = ""
        for part in NumberExtremesTests.parts {
            guard part.isNumber, !numbers.isEmpty else {
                text += part.text
                continue
            }
            let number = numbers[place % numbers.count]
            text += number.isEmpty ? part.text : number
            place += 1
        }
        return text
    }

    /// Whether the text is no number, or its value is within the limits and survives writing and reading.
    private static func isReadTheSameTwice(_ text: String) -> Bool {
        guard let value = try? JSONValue(parsing: text) else { return true }
        // Canonical JSON has whole numbers only, so that it may refuse the value.
        _ = try? value.canonicalBytes
        guard let again = try? JSONValue(parsing: value.serialized), again == value else { return false }
        if let count = value.count, !NumberLimits.counts.contains(count) { return false }
        return value.time.map { NumberLimits.times.contains($0) } ?? true
    }

    private static func haveTimes(of changes: [ChatChange], _ messages: [Message]) -> Bool {
        let came = changes.filter { $0.chatID == Story.chatID }.flatMap { $0.timeline?.messages ?? [] }
        let times = Dictionary(came.map { ($0.eventID, $0.timestamp) }) { first, _ in first }
        return messages.allSatisfy { message in
            NumberLimits.times.contains(message.timestamp) && times[message.eventID] == message.timestamp
        }
    }

    /// Whether a stored chat has the counts that the sync gave it, and shows its time. Without a count of joined
    /// members, the known members are counted.
    private static func hasCounts(of changes: [ChatChange], _ chat: Chat) -> Bool {
        _ = Story.time.short(chat.lastActivity)
        let counts = [chat.joinedCount, chat.invitedCount, chat.notificationCount, chat.highlightCount]
        guard counts.allSatisfy({ NumberLimits.counts.contains($0) }), NumberLimits.times.contains(chat.lastActivity)
        else { return false }
        return changes.filter { $0.chatID == chat.id }.allSatisfy { change in
            guard case .set(let joined) = change.joinedCount, joined > 0 else { return true }
            guard case .set(let invited) = change.invitedCount else { return chat.joinedCount == joined }
            return chat.joinedCount == joined && chat.invitedCount == invited
        }
    }
}
