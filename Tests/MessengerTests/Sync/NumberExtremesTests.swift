import Conversations
import Foundation
import MatrixAPI
import Storage
import Testing
import ViewModels

@testable import Engine
@testable import Messenger

/// Replaces each number of a sync with extremes. The result is stored, shown, counted and loaded by a later start.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct NumberExtremesTests {
    /// The numbers in JSON syntax.
    nonisolated private static let extremes = [
        "9223372036854775807", "-9223372036854775808", "9223372036854775808", "18446744073709551615", "-1", "0", "0.5",
        "-0.0", "1e15", "4611686018427387904", "9007199254740993", "1.7976931348623157e308", "-1e308", "5e-324",
        "1e400", "253402300800000",
    ]

    @Test(arguments: extremes) func extremeNumbersTogetherAreShownAndReadAgain(number: String) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "confab-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let path = directory.appending(path: "profile.sqlite").path
        let body = Self.parts.map { $0.isNumber ? number : $0.text }.joined()
        let response = try #require(SyncResponse(body: body.utf8))
        do {
            let database = try ProfileDatabase(path: path)
            for slice in SyncTranslator(userID: Story.ana).slices(of: response, now: Story.noon) {
                _ = try await database.sync.apply(slice)
            }
            database.close()
        }
        let database = try ProfileDatabase(path: path)
        let bench = try Workbench()
        bench.state.chatList.load(chats: try database.chats.all())
        show(bench)
        let window = try database.messages.window(chatID: Story.chatID, endingAtLatest: 100)
        #expect(window.messages.count == 5)
        database.close()
    }

    @Test func eachExtremeNumberAloneIsShown() async throws {
        let bench = try Workbench()
        bench.queue.open()
        var count = 0
        for place in Self.parts.indices where Self.parts[place].isNumber {
            for number in Self.extremes {
                count += 1
                // Events that are stored already would be ignored.
                let body = Self.parts.indices.map { $0 == place ? number : Self.parts[$0].text }.joined()
                    .replacing("$#", with: "$\(count)-")
                let response = try #require(SyncResponse(body: body.utf8))
                for slice in SyncTranslator(userID: Story.ana).slices(of: response, now: Story.noon) {
                    bench.queue.post(SyncEvent.received(try await bench.database.sync.apply(slice), isFirstSync: false))
                }
                show(bench)
            }
        }
        #expect(count > 25 * Self.extremes.count)
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
        await bench.answered()
        #expect(!bench.openChat.rows.isEmpty)
    }

    /// Stored counts come from an earlier version.
    @Test func extremeStoredNumbersDoNotCrash() {
        var chats: [Chat] = []
        for (place, number) in [Int.max, .min, 1 << 62, 0].enumerated() {
            var chat = Story.chat("!\(place)", activity: Int64(number), unread: number, mentions: number)
            (chat.joinedCount, chat.invitedCount) = (number, number)
            chats.append(chat)
        }
        let summary = UnreadSummary(chats: chats)
        #expect(summary.total == 2_000_000_000 && summary.mentions == 2_000_000_000)
        #expect(chats.map(\.lastActivity) == [0, 0, 0, 0])
        #expect(Naming.chat(chats[0]) == "Empty chat")
    }

    private func show(_ bench: Workbench) {
        let list = bench.chatList
        for row in (0..<list.rows.count).map({ list.rows[$0] }) { _ = list.item(row).lastMessageDate.string }
        _ = UnreadSummary(chats: bench.state.chatList.order.compactMap { bench.state.chatList.chats[$0] }).total
        _ = bench.state.chatList.directChat(with: Story.bo)
    }

    /// The sync, cut into its numbers and the text between them.
    nonisolated static let parts: [(text: String, isNumber: Bool)] = {
        let pieces = sync.split(separator: "@@", omittingEmptySubsequences: false)
        return pieces.enumerated().map { (String($1), $0 % 2 == 1) }
    }()

    /// The numbers stand between `@@`.
    nonisolated private static let sync = """
        {"next_batch":"s1","device_one_time_keys_count":{"signed_curve25519":@@50@@},
        "rooms":{"join":{"!tea":{
        "summary":{"m.heroes":["@bo:x"],"m.joined_member_count":@@2@@,"m.invited_member_count":@@1@@},
        "unread_notifications":{"notification_count":@@3@@,"highlight_count":@@1@@},
        "state":{"events":[
        {"type":"m.room.member","state_key":"@bo:x","sender":"@bo:x","event_id":"$m","origin_server_ts":@@1795262400000@@,
        "content":{"membership":"join"}},
        {"type":"m.room.power_levels","state_key":"","sender":"@bo:x","event_id":"$p","origin_server_ts":1,
        "content":{"users":{"@bo:x":@@100@@},"users_default":@@0@@,"events":{"m.room.name":@@50@@},"ban":@@50@@,
        "notifications":{"room":@@50@@}}},
        {"type":"m.room.encryption","state_key":"x","sender":"@bo:x","event_id":"$n","origin_server_ts":1,
        "content":{"algorithm":"m.megolm.v1.aes-sha2","rotation_period_ms":@@604800000@@,"rotation_period_msgs":@@100@@}}]},
        "timeline":{"limited":false,"events":[
        {"type":"m.room.message","sender":"@bo:x","event_id":"$#1","origin_server_ts":@@1795262400001@@,
        "content":{"msgtype":"m.text","body":"hi"},"unsigned":{"age":@@5@@}},
        {"type":"m.room.message","sender":"@bo:x","event_id":"$#2","origin_server_ts":@@1795262400002@@,
        "content":{"msgtype":"m.image","body":"cat.png","url":"mxc://x/1","info":{"w":@@640@@,"h":@@480@@,"size":@@9000@@,
        "thumbnail_info":{"w":@@64@@,"h":@@48@@,"size":@@900@@}}}},
        {"type":"m.room.message","sender":"@bo:x","event_id":"$#3","origin_server_ts":@@1795262400003@@,
        "content":{"msgtype":"m.audio","body":"talk.ogg","url":"mxc://x/2","info":{"duration":@@2000@@,"size":@@100@@}}},
        {"type":"org.matrix.msc3381.poll.start","sender":"@bo:x","event_id":"$#4","origin_server_ts":@@1795262400004@@,
        "content":{"org.matrix.msc3381.poll.start":{"max_selections":@@1@@,"question":{"body":"Tea?"},
        "answers":[{"id":"1","org.matrix.msc1767.text":"yes"}]}}},
        {"type":"m.room.message","sender":"@bo:x","event_id":"$#5","origin_server_ts":@@1795262400005@@,
        "content":{"body":"","msgtype":"m.text"},"unsigned":{"redacted_because":{"type":"m.room.redaction",
        "event_id":"$#r","sender":"@bo:x","content":{},"origin_server_ts":@@1795262400006@@}}}]},
        "ephemeral":{"events":[{"type":"m.receipt","content":{"$#1":{"m.read":{"@bo:x":{"ts":@@1795262400007@@}}}}}]},
        "account_data":{"events":[{"type":"m.tag","content":{"tags":{"m.favourite":{"order":@@0.5@@}}}}]}},
        "!b":{"unread_notifications":{"notification_count":@@3@@,"highlight_count":@@1@@}},
        "!c":{"unread_notifications":{"notification_count":@@3@@,"highlight_count":@@1@@}}},
        "invite":{"!shed":{"invite_state":{"events":[{"type":"m.room.member","state_key":"@ana:x","sender":"@bo:x",
        "origin_server_ts":@@1795262400008@@,"content":{"membership":"invite"}}]}}}}}
        """
}
