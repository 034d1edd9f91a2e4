import MatrixAPI
import NIOHTTP1
import Testing

@testable import MatrixServer

/// Tests messages between devices, and updates of their keys.
@Suite(.timeLimit(.minutes(5))) struct DeviceMessageTests {
    @discardableResult
    private func send(
        _ texts: [Int], from sender: Person, to user: String, _ device: String, transaction: String
    ) async throws -> Answer {
        let content: JSONValue = .object(["number": .array(texts.map { .integer(Int64($0)) })])
        let body: JSONValue = ["messages": .object([user: .object([device: content])])]
        return try await sender.ask(.PUT, "v3/sendToDevice/m.test/\(transaction)", body)
    }

    private func numbers(_ answer: JSONValue) -> [Int64] {
        (answer["to_device"]?["events"]?.array ?? []).flatMap {
            $0["content"]?["number"]?.array?.compactMap(\.integer) ?? []
        }
    }

    private func next(_ answer: JSONValue) throws -> String { try #require(answer["next_batch"]?.string) }

    @Test func deviceMessageIsRepeatedUntilAcknowledged() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let bo = try await server.person("bo")
        let device = try await bo.deviceID()
        let since = try await bo.now()
        // The second request repeats the first.
        for transaction in ["a", "a", "b"] {
            let answer = try await send(
                [transaction == "b" ? 2 : 1], from: ana, to: bo.userID, device, transaction: transaction)
            #expect(answer.status == 200)
        }
        let first = try await bo.sync(since: since)
        #expect(numbers(first) == [1, 2])
        let event = try #require(first["to_device"]?["events"]?.array?.first)
        #expect(event["sender"]?.string == ana.userID && event["type"]?.string == "m.test")
        // The response may have been lost.
        #expect(numbers(try await bo.sync(since: since)) == [1, 2])
        let second = try await bo.sync(since: try next(first))
        #expect(numbers(second).isEmpty)
        #expect(numbers(try await bo.sync(since: since)).isEmpty)
        #expect(numbers(try await ana.sync()).isEmpty)
        await server.stop()
    }

    @Test func syncTokenAheadOfTheDataGivesAFullSync() async throws {
        let server = try await ServerUnderTest.start()
        let (ana, bo) = (try await server.person("ana"), try await server.person("bo"))
        let room = try await bo.createRoom()
        try await send([1], from: ana, to: bo.userID, "*", transaction: "t")
        let now = try #require(SyncToken(try await bo.now()))
        var (keys, messages) = (now, now)
        keys.keys += 1
        messages.deviceMessages += 1
        for ahead in [keys, messages] {
            let answer = try await bo.sync(since: ahead.description)
            #expect(numbers(answer) == [1] && answer.joined(room) != nil)
        }
        #expect(numbers(try await bo.sync()) == [1])
        await server.stop()
    }

    @Test func deviceMessagesAreDeliveredInPages() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let bo = try await server.person("bo")
        let since = try await bo.now()
        for number in 0..<130 {
            try await send([number], from: ana, to: bo.userID, "*", transaction: "t\(number)")
        }
        let first = try await bo.sync(since: since)
        let second = try await bo.sync(since: try next(first))
        #expect(numbers(first) == (0..<100).map { Int64($0) })
        #expect(numbers(second) == (100..<130).map { Int64($0) })
        await server.stop()
    }

    @Test func longPollReturnsForADeviceMessageAndAClaimedKey() async throws {
        let server = try await ServerUnderTest.start { $0.keysKeptFromStrangers = 0 }
        let ana = try await server.person("ana")
        let bo = try await server.person("bo")
        let device = try await bo.deviceID()
        let upload: JSONValue = [
            "one_time_keys": ["signed_curve25519:A": "a", "signed_curve25519:B": "b"],
            "fallback_keys": ["signed_curve25519:F": "f"],
        ]
        #expect(try await bo.ask(.POST, "v3/keys/upload", upload).status == 200)
        let start = try await bo.sync()
        #expect(start["device_one_time_keys_count"] == ["signed_curve25519": 2])
        #expect(start["device_unused_fallback_key_types"] == ["signed_curve25519"])

        let since = try next(start)
        async let message = bo.sync(since: since, timeout: 60_000)
        try await waitUntil("it waits") { server.server.server.notifier.waitingCount == 1 }
        try await send([7], from: ana, to: bo.userID, device, transaction: "t")
        let woken = try await message
        #expect(numbers(woken) == [7])

        let then = try next(woken)
        async let count = bo.sync(since: then, timeout: 60_000)
        try await waitUntil("it waits") { server.server.server.notifier.waitingCount == 1 }
        let claim: JSONValue = ["one_time_keys": .object([bo.userID: .object([device: "signed_curve25519"])])]
        #expect(try await ana.ask(.POST, "v3/keys/claim", claim).status == 200)
        #expect(try await count["device_one_time_keys_count"] == ["signed_curve25519": 1])
        for _ in 0..<2 { #expect(try await ana.ask(.POST, "v3/keys/claim", claim).status == 200) }
        let last = try await bo.sync(since: then)
        #expect(last["device_one_time_keys_count"] == [:])
        #expect(last["device_unused_fallback_key_types"] == [])
        await server.stop()
    }

    @Test func syncReportsDeviceListsOfChangedAndDepartedMembers() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let bo = try await server.person("bo")
        let kim = try await server.person("kim")
        for person in [ana, bo, kim] { try await uploadIdentity(of: person) }
        let room = try await ana.createRoom(["preset": "public_chat"])
        let start = try await ana.now()
        try await bo.join(room)
        let joined = try await ana.sync(since: start)
        #expect(joined["device_lists"]?["changed"] == .array([.string(bo.userID)]))

        try await uploadIdentity(of: kim, "new")
        try await uploadIdentity(of: bo, "new")
        let changed = try await ana.sync(since: try next(joined))
        #expect(changed["device_lists"]?["changed"] == .array([.string(bo.userID)]))
        #expect(try await ana.sync(since: try next(changed))["device_lists"] == nil)

        #expect(try await bo.ask(.POST, "v3/rooms/\(room)/leave").status == 200)
        let left = try await ana.sync(since: try next(changed))
        #expect(left["device_lists"]?["left"] == .array([.string(bo.userID)]))
        let path = "v3/keys/changes?from=\(start)&to=\(try next(left))"
        let all = try await ana.ask(.GET, path).body
        #expect(all["changed"] == [])
        #expect(all["left"] == .array([.string(bo.userID)]))
        await server.stop()
    }

    @Test func newDeviceNameIsAnnouncedOnceToRoomMembers() async throws {
        let server = try await ServerUnderTest.start()
        let (ana, bo) = (try await server.person("ana"), try await server.person("bo"))
        let room = try await ana.createRoom(["preset": "public_chat"])
        try await bo.join(room)
        let path = "v3/devices/\(try await bo.deviceID())"
        var place = try await ana.now()
        func told() async throws -> JSONValue? {
            let answer = try await ana.sync(since: place)
            place = try next(answer)
            return answer["device_lists"]?["changed"]
        }
        // A device without keys is not announced.
        #expect(try await bo.ask(.PUT, path, ["display_name": "first"]).status == 200)
        #expect(try await told() == nil)
        try await uploadIdentity(of: bo)
        let bos = JSONValue.array([.string(bo.userID)])
        #expect(try await told() == bos)
        let names: [(String, told: JSONValue?)] = [("tea", bos), ("tea", .none), ("pot", bos)]
        for (name, expected) in names {
            #expect(try await bo.ask(.PUT, path, ["display_name": .string(name)]).status == 200)
            #expect(try await told() == expected)
        }
        await server.stop()
    }

    @Test func fullDeviceQueueDoesNotBlockOtherRecipients() async throws {
        let server = try await ServerUnderTest.start(limits: { $0.deviceMessages = 3 })
        let (ana, bo) = (try await server.person("ana"), try await server.person("bo"))
        let kim = try await server.person("kim")
        for number in 0..<3 { try await send([number], from: ana, to: bo.userID, "*", transaction: "t\(number)") }
        let content: JSONValue = ["number": [3]]
        let both: JSONValue = ["messages": .object([bo.userID: ["*": content], kim.userID: ["*": content]])]
        for _ in 0..<2 {
            let refused = try await ana.ask(.PUT, "v3/sendToDevice/m.test/both", both)
            #expect(refused.status == 429 && refused.code == "M_LIMIT_EXCEEDED")
            #expect(refused.body["retry_after_ms"]?.integer ?? 0 > 0)
        }
        #expect(numbers(try await kim.sync()) == [3])
        let full = try await bo.sync()
        #expect(numbers(full) == [0, 1, 2])
        // A device that received its messages has space again. Repeating the same request delivers the missing ones,
        // and none twice.
        #expect(numbers(try await bo.sync(since: try next(full))).isEmpty)
        for _ in 0..<2 { #expect(try await ana.ask(.PUT, "v3/sendToDevice/m.test/both", both).status == 200) }
        #expect(numbers(try await bo.sync(since: try next(full))) == [3])
        #expect(numbers(try await kim.sync()) == [3])
        for body: JSONValue in [[:], ["messages": []], ["messages": ["@bo:localhost": ["X": 7]]]] {
            #expect(try await ana.ask(.PUT, "v3/sendToDevice/m.test/bad", body).status == 400, "\(body)")
        }
        await server.stop()
    }

    @Test func deviceQueueReservesSpaceForRoomMembers() async throws {
        let server = try await ServerUnderTest.start { limits in
            limits.deviceMessages = 5
            limits.deviceMessagesOfStranger = 3
            limits.deviceMessagesOfSender = 4
        }
        let (ana, bo) = (try await server.person("ana"), try await server.person("bo"))
        let room = try await ana.createRoom(["invite": [.string(bo.userID)]])
        try await bo.join(room)
        var statuses: [String: [Int]] = [:]
        for name in ["kim", "lou"] {
            let stranger = try await server.person(name)
            for number in 0..<5 {
                let answer = try await send([number], from: stranger, to: bo.userID, "*", transaction: "\(number)")
                statuses[name, default: []].append(answer.status)
            }
        }
        // A sender can't exceed its share, and all senders together can't exceed the device's limit.
        #expect(statuses["kim"] == [200, 200, 200, 429, 429])
        #expect(statuses["lou"] == [200, 200, 429, 429, 429])
        for number in 10..<16 {
            let answer = try await send([number], from: ana, to: bo.userID, "*", transaction: "\(number)")
            #expect(answer.status == (number < 14 ? 200 : 429), "\(number)")
        }
        #expect(numbers(try await bo.sync()) == [0, 1, 2, 0, 1, 10, 11, 12, 13])
        await server.stop()
    }

    @Test func deviceQueueReservesBytesForRoomMembers() async throws {
        let server = try await ServerUnderTest.start { limits in
            limits.deviceMessageBytes = 300_000
            limits.deviceMessageBytesOfStranger = 100_000
            limits.deviceMessageBytesOfSender = 200_000
        }
        let (ana, bo) = (try await server.person("ana"), try await server.person("bo"))
        let room = try await ana.createRoom(["invite": [.string(bo.userID)]])
        try await bo.join(room)
        let text = JSONValue.string(String(repeating: "x", count: 40_000))
        var taken: [Int64] = []
        let flood = { (sender: Person, first: Int64) in
            var statuses: [Int] = []
            for number in first..<first + 8 {
                let content: JSONValue = ["number": [.integer(number)], "text": text]
                let body: JSONValue = ["messages": .object([bo.userID: ["*": content]])]
                let status = try await sender.ask(.PUT, "v3/sendToDevice/m.test/\(number)", body).status
                if status == 200 { taken.append(number) }
                statuses.append(status)
            }
            return statuses
        }
        for (place, name) in ["kim", "lou", "max", "ned", "oda"].enumerated() {
            let statuses = try await flood(try await server.person(name), Int64(place * 10))
            #expect(statuses.count { $0 == 200 } <= 3 && statuses.last == 429, "\(name): \(statuses)")
        }
        // Strangers have filled their space, and the member still has that of a sender.
        let statuses = try await flood(ana, 100)
        #expect(statuses.prefix(4) == [200, 200, 200, 200] && statuses.last == 429, "\(statuses)")
        var arrived: [Int64] = []
        var since: String?
        while arrived.count < taken.count {
            let sync = try await bo.sync(since: since)
            let more = numbers(sync)
            try #require(!more.isEmpty, "lost after \(arrived) of \(taken)")
            arrived += more
            since = try next(sync)
        }
        #expect(arrived == taken)
        await server.stop()
    }

    @Test func oldDeviceMessagesAreDroppedWhenTheQueueIsFull() async throws {
        let server = try await ServerUnderTest.start { $0.deviceMessagesOfStranger = 1 }
        let (ana, bo) = (try await server.person("ana"), try await server.person("bo"))
        for (number, status) in [200, 429].enumerated() {
            let answer = try await send([number], from: ana, to: bo.userID, "*", transaction: "\(number)")
            #expect(answer.status == status)
        }
        try await server.server.server.commits.commit { changes in
            try changes.database.run("UPDATE device_messages SET sent_at = sent_at - 3600000")
        }
        #expect(try await send([2], from: ana, to: bo.userID, "*", transaction: "2").status == 200)
        #expect(try await waiting(on: server) == 1)
        await server.stop()
    }

    @Test func deviceSpecificMessageOverridesTheWildcard() async throws {
        let server = try await ServerUnderTest.start()
        let (ana, bo) = (try await server.person("ana"), try await server.person("bo"))
        try await giveDevices(bo.userID, 1...1, on: server)
        let content: JSONValue = ["*": ["number": [1]]]
        var devices = content.object ?? [:]
        devices[try await bo.deviceID()] = ["number": [2]]
        let body: JSONValue = ["messages": .object([bo.userID: .object(devices)])]
        #expect(try await ana.ask(.PUT, "v3/sendToDevice/m.test/t", body).status == 200)
        #expect(numbers(try await bo.sync()) == [2])
        #expect(try await waiting(on: server) == 2)
        await server.stop()
    }

    @Test func messageToAllDevicesCountsOncePerDevice() async throws {
        let server = try await ServerUnderTest.start()
        let (ana, bo) = (try await server.person("ana"), try await server.person("bo"))
        try await giveDevices(ana.userID, 1...600, on: server)
        try await giveDevices(bo.userID, 1...600, on: server)
        func send(_ users: [String], bytes: Int) async throws -> Answer {
            let content: JSONValue = ["*": ["text": .string(String(repeating: "x", count: bytes))]]
            let messages = Dictionary(uniqueKeysWithValues: users.map { ($0, content) })
            let path = "v3/sendToDevice/m.test/\(users.count)-\(bytes)"
            return try await ana.ask(.PUT, path, ["messages": .object(messages)])
        }
        for (users, bytes) in [([ana.userID, bo.userID], 10), ([bo.userID], 5_000), ([bo.userID], 70_000)] {
            let refused = try await send(users, bytes: bytes)
            #expect(refused.status == 413 && refused.code == "M_TOO_LARGE")
        }
        #expect(try await waiting(on: server) == 0)
        #expect(try await send([bo.userID], bytes: 3_000).status == 200)
        #expect(try await waiting(on: server) == 601)
        await server.stop()
    }

    @Test func largeDeviceMessagesArePagedAndQueueIsLimitedInBytes() async throws {
        let server = try await ServerUnderTest.start(limits: {
            $0.deviceMessageBytes = 1_500_000
            $0.deviceMessageBytesOfStranger = 1_500_000
        })
        let (ana, bo) = (try await server.person("ana"), try await server.person("bo"))
        let text = JSONValue.string(String(repeating: "x", count: 60_000))
        for number in 0..<30 {
            let content: JSONValue = ["number": [.integer(Int64(number))], "text": text]
            let body: JSONValue = ["messages": .object([bo.userID: ["*": content]])]
            // An extra message fits beyond the limit, since the oldest takes no space.
            let status = try await ana.ask(.PUT, "v3/sendToDevice/m.test/\(number)", body).status
            #expect(status == (number < 25 ? 200 : 429), "\(number)")
        }
        let first = try await bo.sync()
        let second = try await bo.sync(since: try next(first))
        #expect(numbers(first) == Array(0..<17))
        #expect(numbers(second) == Array(17..<25))
        await server.stop()
    }

    private func giveDevices(_ user: String, _ numbers: ClosedRange<Int>, on server: ServerUnderTest) async throws {
        try await server.server.server.commits.commit { changes in
            for number in numbers {
                let device = Caller(userID: user, deviceID: "D\(number)")
                try DevicesTable(changes.database).put(
                    device, displayName: nil, tokenHash: Array("\(user) \(number)".utf8), now: 0)
            }
        }
    }

    private func waiting(on server: ServerUnderTest) async throws -> Int64? {
        try await server.server.server.read { try $0.integer("SELECT count(*) FROM device_messages") }
    }

    private func uploadIdentity(of person: Person, _ algorithm: String = "first") async throws {
        let device = try await person.deviceID()
        let keys: JSONValue = [
            "user_id": .string(person.userID), "device_id": .string(device), "algorithms": [.string(algorithm)],
            "keys": .object(["curve25519:\(device)": "identity"]), "signatures": [:],
        ]
        #expect(try await person.ask(.POST, "v3/keys/upload", ["device_keys": keys]).status == 200)
    }
}
