import Conversations
import MatrixAPI
import Testing

@testable import Engine

@Suite(.timeLimit(.minutes(5))) struct SyncTranslatorTests {
    private let translator = SyncTranslator(userID: Story.ana)

    private func slices(_ rooms: JSONValue, accountData: JSONValue = []) throws -> [SyncSlice] {
        Array(translator.slices(of: try response(rooms, accountData: accountData), now: Story.noon))
    }

    private func response(_ rooms: JSONValue, accountData: JSONValue = []) throws -> SyncResponse {
        try #require(
            SyncResponse(json: ["next_batch": "s2", "rooms": rooms, "account_data": ["events": accountData]]))
    }

    private func room(_ count: Int, prefix: String = "") -> JSONValue {
        let events = (0..<count).map { Story.event("\(prefix)\($0)") }
        return ["timeline": ["events": .array(events), "limited": true, "prev_batch": "p"]]
    }

    private func messages(_ slice: SyncSlice) -> Int {
        slice.changes.reduce(0) { $0 + ($1.timeline?.messages.count ?? 0) }
    }

    @Test func anEmptySyncIsOneSliceWithItsToken() throws {
        var slice = SyncSlice(changes: [], token: "s2")
        slice.ownUserID = Story.ana
        #expect(try slices([:]) == [slice])
    }

    /// An unreadable encryption event counts too, although its algorithm is unknown.
    @Test(arguments: [["algorithm": "m.megolm.v1.aes-sha2"], "unreadable"] as [JSONValue])
    func firstSliceNamesAllEncryptedChats(content: JSONValue) throws {
        var rooms = Dictionary(uniqueKeysWithValues: (0..<30).map { ("!\($0)", room(60, prefix: "\($0)-")) })
        let encryption: JSONValue = [
            "type": "m.room.encryption", "state_key": "", "event_id": "$e", "sender": .string(Story.kim),
            "content": content,
        ]
        rooms["!0"]?["state"] = ["events": [encryption]]
        // The oldest activity is applied last.
        rooms["!last"] = ["timeline": ["events": [encryption]]]
        let slices = try slices(["join": .object(rooms)])
        #expect(slices.count > 1)
        #expect(slices.first?.encryptedChatIDs == ["!0", "!last"])
        #expect(slices.dropFirst().allSatisfy { $0.encryptedChatIDs.isEmpty })
    }

    @Test func onlyLastSliceHasTokenAndDirectChats() throws {
        let rooms = Dictionary(uniqueKeysWithValues: (0..<30).map { ("!\($0)", room(60, prefix: "\($0)-")) })
        let direct: JSONValue = ["type": "m.direct", "content": ["@bo:x": ["!1"]]]
        let slices = try slices(["join": .object(rooms)], accountData: [direct])
        #expect(slices.count > 1)
        #expect(slices.dropLast().allSatisfy { $0.token == nil && $0.directChats == nil })
        #expect(slices.last?.token == "s2")
        #expect(slices.last?.directChats == ["@bo:x": ["!1"]])
        #expect(slices.map(messages).reduce(0, +) == 1_800)
        #expect(slices.allSatisfy { messages($0) <= 500 })
    }

    @Test(arguments: [499, 500, 501, 1_000, 1_777]) func longTimelineIsSplitIntoSlices(count: Int) throws {
        var tea = room(count)
        tea["summary"] = ["m.joined_member_count": 2]
        tea["ephemeral"] = ["events": [["type": "m.receipt", "content": ["$3": ["m.read": ["@bo:x": ["ts": 1]]]]]]]
        let slices = try slices(["join": .object([Story.chatID: tea])])
        let changes = slices.flatMap(\.changes)
        #expect(slices.allSatisfy { messages($0) <= 500 })
        #expect(
            changes.flatMap { $0.timeline?.messages.map(\.eventID) ?? [] } == (0..<count).map { "$\($0)" })
        #expect(changes.map { $0.timeline?.isLimited } == [true] + Array(repeating: false, count: changes.count - 1))
        #expect(
            changes.map { $0.timeline?.previousBatch } == ["p"] + Array(repeating: nil, count: changes.count - 1))
        #expect(changes.first?.joinedCount == .set(2))
        #expect(changes.dropLast().flatMap(\.receipts).isEmpty)
        #expect(changes.last?.receipts.map(\.eventID) == ["$3"])
    }

    @Test func completeResponseResetsMissingValues() throws {
        let rooms: JSONValue = ["join": ["!1": room(1), "!2": room(1)], "invite": ["!3": [:]], "leave": ["!4": [:]]]
        var whole = try response(rooms)
        whole.isWhole = true
        let last = try #require(Array(translator.slices(of: whole, now: Story.noon)).last)
        #expect(last.allChatIDs == ["!1", "!2", "!3"])
        #expect(last.directChats == [:])
        #expect(last.ignoredUserIDs == [])
        #expect(last.changes.prefix(2).allSatisfy { $0.tags == .set(ChatTags()) && $0.isMarkedUnread == .set(false) })
        let part = try #require(try slices(rooms).last)
        #expect(part.allChatIDs == nil && part.directChats == nil && part.ignoredUserIDs == nil)
        #expect(part.changes.allSatisfy { $0.tags == .unchanged && $0.isMarkedUnread == .unchanged })
    }

    @Test func chatWithNewestActivityComesFirst() throws {
        var rooms: [String: JSONValue] = [:]
        for number in 0..<5 {
            var event = Story.event("\(number)")
            event["origin_server_ts"] = .integer(Int64(number * 7 % 5))
            rooms["!\(number)"] = ["timeline": ["events": [event]]]
        }
        #expect(
            try slices(["join": .object(rooms)]).flatMap(\.changes).map(\.chatID) == ["!2", "!4", "!1", "!3", "!0"])
    }

    @Test(arguments: ["state", "timeline"]) func unreadableEncryptionEventCounts(part: String) throws {
        let broken: JSONValue = ["type": "m.room.encryption", "state_key": "", "content": "nonsense"]
        let rooms: JSONValue = ["join": ["!1": .object([part: ["events": [broken]]])]]
        #expect(try slices(rooms).last?.changes.first?.isEncrypted == .set(true))
    }

    @Test func typingIsReportedOnlyForChangedChats() throws {
        let typing: JSONValue = ["type": "m.typing", "content": ["user_ids": ["@bo:x", 7]]]
        let response = try response(["join": ["!a": ["ephemeral": ["events": [typing]]], "!b": [:]]])
        let told = translator.typing(in: response)
        #expect(told.map(\.chatID) == ["!a"])
        #expect(told.first?.userIDs == ["@bo:x"])
    }

    /// The account's own receipts are handled elsewhere, and a receipt with an empty thread is ignored.
    @Test func threadReceiptsDoNotMarkChatRead() throws {
        let receipt: JSONValue = [
            "type": "m.receipt",
            "content": [
                "$1": [
                    "m.read": [
                        "@ana:x": ["ts": 1], "@bo:x": ["ts": 2, "thread_id": "$thread"],
                        "@kim:x": ["ts": 3, "thread_id": "main"], "@eve:x": ["ts": 3, "thread_id": 3],
                    ]
                ],
                "$2": ["m.read.private": ["@ana:x": ["ts": 4]], "m.unknown": ["@bo:x": ["ts": 5]]],
                "$3": ["m.read": ["@ana:x": ["ts": 6, "thread_id": "$thread"]]],
            ],
        ]
        let slices = try slices(["join": ["!a": ["ephemeral": ["events": [receipt]]]]])
        let receipts = slices.flatMap(\.changes).flatMap(\.receipts).map {
            "\($0.userID) \($0.eventID) \($0.threadID ?? "")"
        }
        #expect(receipts.sorted() == ["@ana:x $1 ", "@ana:x $2 ", "@bo:x $1 $thread", "@kim:x $1 "])
        // Receipts of the account without a thread apply to all threads.
        #expect(slices.flatMap(\.changes).flatMap(\.allThreadsRead).sorted() == ["$1", "$2"])
        #expect(slices.flatMap(\.changes).flatMap(\.threadReads) == [ThreadRead(threadID: "$thread", eventID: "$3")])
    }

    @Test func invitationHasInviterAndDefaultsToNow() throws {
        let state: JSONValue = [
            [
                "type": "m.room.member", "state_key": "@bo:x", "sender": "@bo:x",
                "content": ["displayname": "Bo", "membership": "join"],
            ],
            [
                "type": "m.room.member", "state_key": "@ana:x", "sender": "@bo:x",
                "content": ["membership": "invite", "is_direct": true, "reason": "for the fair"],
            ],
        ]
        let change = try #require(
            try slices(["invite": ["!a": ["invite_state": ["events": state]]]]).first?.changes.first)
        #expect(change.membership == .invited)
        #expect(change.inviter == .set(ChatPerson(userID: "@bo:x", displayName: "Bo")))
        #expect(change.invitationReason == .set("for the fair"))
        #expect(change.isDirectInvitation == .set(true))
        #expect(change.invitedAt == .set(Story.noon))
    }

    @Test func invitationWithoutInviterHasNone() throws {
        let change = try #require(try slices(["invite": ["!a": [:]]]).first?.changes.first)
        #expect(change.inviter == .set(nil))
        #expect(change.isDirectInvitation == .set(false))
    }

    @Test func leftChatKeepsItsLastMessages() throws {
        let change = try #require(try slices(["leave": ["!a": room(2)]]).first?.changes.first)
        #expect(change.membership == .left)
        #expect(change.timeline?.messages.count == 2)
    }

    @Test(arguments: [true, false])
    func redactionTargetIsReadInBothForms(isInContent: Bool) throws {
        var event = Story.event("r", "m.room.redaction", content: isInContent ? ["redacts": "$1"] : [:])
        if !isInContent { event["redacts"] = "$1" }
        let change = try slices(["join": ["!a": ["timeline": ["events": [event]]]]]).first?.changes.first
        #expect(change?.timeline?.messages.map(\.relation) == [.redaction(of: "$1", reason: nil)])
    }

    @Test func slicesAreProducedLazily() throws {
        let rooms = Dictionary(uniqueKeysWithValues: (0..<30).map { ("!\($0)", room(60, prefix: "\($0)-")) })
        var all = translator.slices(of: try response(.object(["join": .object(rooms)])), now: Story.noon)
        let next = all.next()
        let first = try #require(next)
        #expect(messages(first) <= 500 && first.token == nil)
        let others = Array(all)
        #expect(messages(first) + others.reduce(0) { $0 + messages($1) } == 30 * 60)
        #expect(others.last?.token == "s2")
        #expect(others.dropLast().allSatisfy { $0.token == nil })
    }
}
