import Conversations
import MatrixAPI
import MatrixClient
import MatrixCrypto
import Storage
import TestSupport
import Testing

@testable import Engine

/// Tests well-formed but false responses of a server.
@Suite(.timeLimit(.minutes(5))) struct LyingServerTests {
    @Test func encryptedChatStaysEncryptedIfServerDeniesIt() async throws {
        try await LyingServer.run { lying in
            let (ana, bo, proxy) = (lying.ana, lying.bo, lying.proxy)
            for place in [FaultPlace.sync, .messages] { lying.lie(at: place) { $0.withoutEvents("m.room.encryption") } }
            proxy.meet(
                .state, with: .answer(status: 404, body: "{\"errcode\":\"M_NOT_FOUND\",\"error\":\"None\"}"),
                times: .max)
            // A full sync, as for a device whose token the server forgot.
            let response = try await ana.person.sync()
            let room = try #require(response.joined[ana.chatID])
            let types = Set((room.state + room.timeline).map(\.type))
            #expect(types.contains("m.room.create") && !types.contains("m.room.encryption"))
            try await ana.keep(response, try #require(await ana.encryption?.process([response])))
            let again = try ana.reopened(sealedWith: ana.sealingKey)
            try await again.say("\(LyingServer.secret) the mat")
            try await again.send()
            try await bo.receive()
            #expect(try bo.screen() == ["\(LyingServer.secret) the mat"])
        }
    }

    @Test func injectedDeviceOfCrossSigningUserGetsNoKey() async throws {
        try await LyingServer.run { lying in
            let (ana, bo) = (lying.ana, lying.bo)
            _ = try await bo.makeIdentity()
            var spy = OlmAccount()
            spy.makeOneTimeKeys(1)
            let address = DeviceAddress(userID: bo.person.userID, deviceID: "SPY")
            let (keys, oneTime) = (try spy.signedDeviceKeys(of: address), try spy.signedOneTimeKeys(of: address))
            lying.lie(at: .keysQuery) { $0.with(keys, at: ["device_keys", address.userID, address.deviceID]) }
            lying.lie(at: .keysClaim) { $0.with(oneTime, at: ["one_time_keys", address.userID, address.deviceID]) }
            try await ana.receive()
            try await ana.say("\(LyingServer.secret) the mat")
            try await ana.send()
            try await bo.receive()
            #expect(try bo.screen() == ["\(LyingServer.secret) the mat"])
            #expect(try await ana.shares() == [bo.person.session.deviceID: .given, "SPY": .withheld])
        }
    }

    @Test func hiddenDeviceIsMarkedUnchecked() async throws {
        try await LyingServer.run { lying in
            let (ana, bo, proxy) = (lying.ana, lying.bo, lying.proxy)
            try await bo.say("\(LyingServer.secret) the mat")
            try await bo.send()
            try await ana.receive()
            await ana.encryption?.follow([bo.person.userID], chatID: ana.chatID)
            #expect(try await ana.doubts() == [nil])
            let spy = try await lying.newDeviceOfBo()
            lying.lie(at: .keysQuery) { $0.with(.emptyObject, at: ["device_keys"]) }
            lying.lie(at: .sync) { $0.with([.string(bo.person.userID)], at: ["device_lists", "changed"]) }
            let queries = proxy.count(of: .keysQuery)
            try await spy.say("\(LyingServer.secret) the pot")
            try await spy.send()
            try await ana.receive()
            await ana.encryption?.follow([bo.person.userID], chatID: ana.chatID)
            #expect(proxy.count(of: .keysQuery) == queries + 1)
            #expect(try await ana.doubts() == [nil, .uncheckedDevice])
            await spy.person.client.shutdown()
        }
    }

    /// The added device can't be told from a real one. It gets the key, and nothing unproven is claimed about its
    /// owner.
    @Test func injectedDeviceWithoutIdentityIsNotVerified() async throws {
        try await LyingServer.run { lying in
            let (ana, bo) = (lying.ana, lying.bo)
            try await ana.tend()
            var spy = OlmAccount()
            spy.makeOneTimeKeys(1)
            let address = DeviceAddress(userID: bo.person.userID, deviceID: "SPY")
            let (keys, oneTime) = (try spy.signedDeviceKeys(of: address), try spy.signedOneTimeKeys(of: address))
            lying.lie(at: .keysQuery) { $0.with(keys, at: ["device_keys", address.userID, address.deviceID]) }
            lying.lie(at: .keysClaim) { $0.with(oneTime, at: ["one_time_keys", address.userID, address.deviceID]) }
            try await ana.say("\(LyingServer.secret) the mat")
            try await ana.send()
            #expect(try await ana.shares() == [bo.person.session.deviceID: .given, "SPY": .given])
            #expect(try await ana.people()[address.userID] == .unverified)
            // Once bo signs his own devices, the added one gets no further key, and ana is notified.
            _ = try await bo.makeIdentity()
            try await ana.receive()
            try await ana.say("\(LyingServer.secret) the pot")
            try await ana.send()
            #expect(try await ana.shares() == [bo.person.session.deviceID: .given, "SPY": .withheld])
            #expect(try await ana.people()[address.userID] == .hasUnverifiedDevice)
            try await bo.receive()
            #expect(try bo.screen() == ["\(LyingServer.secret) the mat", "\(LyingServer.secret) the pot"])
        }
    }

    @Test func swappedDeviceKeysAreIgnoredWhenSending() async throws {
        try await LyingServer.run { lying in
            let (ana, bo) = (lying.ana, lying.bo)
            try await ana.say("\(LyingServer.secret) the mat")
            try await ana.send()
            let address = DeviceAddress(userID: bo.person.userID, deviceID: bo.person.session.deviceID)
            let keys = try OlmAccount().signedDeviceKeys(of: address)
            lying.lie(at: .keysQuery) { $0.with(keys, at: ["device_keys", address.userID, address.deviceID]) }
            lying.lie(at: .sync) { $0.with([.string(address.userID)], at: ["device_lists", "changed"]) }
            let queries = lying.proxy.count(of: .keysQuery)
            try await ana.receive()
            try await ana.say("\(LyingServer.secret) the pot")
            try await ana.send()
            #expect(lying.proxy.count(of: .keysQuery) == queries + 1)
            try await bo.receive()
            #expect(try bo.screen() == ["\(LyingServer.secret) the mat", "\(LyingServer.secret) the pot"])
        }
    }

    /// Otherwise a chat with him would silently be unencrypted.
    @Test(arguments: [false, true]) func hiddenDevicesPreventSilentUnencryptedChat(
        saysWhy: Bool
    ) async throws {
        try await LyingServer.run { lying in
            let (ana, boID) = (lying.ana, lying.bo.person.userID)
            #expect(try await ana.encryption?.hindrance(to: [boID]) == nil)
            let server = try #require(UserID(boID)?.server)
            lying.lie(at: .keysQuery) { _ in
                ["device_keys": [:], "failures": saysWhy ? .object(["\(server)": [:]]) : [:]]
            }
            let expected: CreateChatFailureReason =
                saysWhy ? .devicesUnknown(userID: boID) : .nothingReads(userID: boID)
            #expect(try await ana.encryption?.hindrance(to: [boID]) == expected)
        }
    }

    @Test func replayedEventIsDecryptedOnce() async throws {
        try await LyingServer.run { lying in
            let (ana, bo) = (lying.ana, lying.bo)
            try await bo.receive()
            try await bo.say("\(LyingServer.secret) the mat")
            try await bo.send()
            let chatID = ana.chatID
            lying.lie(at: .sync) { json in
                let place = ["rooms", "join", chatID, "timeline", "events"]
                let events = place.reduce(json) { $0[$1] ?? .null }.array ?? []
                guard var copy = events.last(where: { $0["type"]?.string == "m.room.encrypted" }) else { return json }
                copy["event_id"] = "$again"
                return json.with(.array(events + [copy]), at: place)
            }
            try await ana.receive()
            #expect(try ana.screen() == ["\(LyingServer.secret) the mat", ""])
            #expect(try ana.encryptions() == [nil, .sealed(.isReplay, sessionID: nil)])
        }
    }

    @Test func reorderedRoomKeysAreAllUsable() async throws {
        try await LyingServer.run { lying in
            let (ana, bo) = (lying.ana, lying.bo)
            _ = try await ana.person.client.setState(
                roomID: bo.chatID, type: "m.room.encryption",
                content: ["algorithm": "m.megolm.v1.aes-sha2", "rotation_period_msgs": 1])
            try await bo.receive()
            let said = (1...5).map { "\(LyingServer.secret) stone \($0)" }
            for line in said { try await bo.say(line) }
            try await bo.send()
            lying.lie(at: .sync) { json in
                let events = json["to_device"]?["events"]?.array ?? []
                return json.with(.array(events.reversed()), at: ["to_device", "events"])
            }
            try await ana.receive()
            #expect(try await bo.sessions().count == said.count)
            #expect(try ana.screen() == said)
        }
    }

    /// Bo gets two messages that begin with the same one-time key, each of which he uses only once.
    @Test func reusedOneTimeKeyIsRecoveredByANewSession() async throws {
        try await LyingServer.run { lying in
            let (ana, bo) = (lying.ana, lying.bo)
            let kim = try await Person.register("kim", on: lying.server, at: .url(lying.proxy.address))
            _ = try await ana.person.client.invite(userID: kim.userID, roomID: ana.chatID)
            _ = try await kim.client.join(roomIDOrAlias: ana.chatID)
            let second = try Device(kim, chatID: ana.chatID, sealedWith: SealingKey())
            try await second.comeOnline()
            try await ana.receive()
            try await ana.say("\(LyingServer.secret) the mat")
            try await ana.send()
            let repeated = lying.proxy.meet(.keysClaim, with: .repeatAnswer)
            try await second.say("\(LyingServer.secret) the pot")
            try await second.send()
            #expect(lying.proxy.count(of: repeated) == 1)
            try await bo.receive()
            #expect(try bo.screen() == ["\(LyingServer.secret) the mat", ""])
            #expect(try bo.encryptions() == [nil, .sealed(.awaitsKey, sessionID: nil)])
            // Once bo has begun a new session, the next room key reaches him.
            _ = try await ana.person.client.setState(
                roomID: ana.chatID, type: "m.room.encryption",
                content: ["algorithm": "m.megolm.v1.aes-sha2", "rotation_period_msgs": 1])
            func hasHeardOfBo() async throws -> Bool {
                try await kim.sync(since: second.database.sync.token()).deviceMessages
                    .contains { $0.sender == bo.person.userID }
            }
            while try await !hasHeardOfBo() {
                try await Task.sleep(for: .milliseconds(10))
            }
            try await second.receive()
            try await second.say("\(LyingServer.secret) the stone")
            try await second.send()
            try await bo.receive()
            #expect(try bo.screen().last == "\(LyingServer.secret) the stone")
            await kim.client.shutdown()
        }
    }
}

extension Device {
    /// Returns the shares of the current sending session by the identifiers of the devices.
    fileprivate func shares() async throws -> [String: KeyShare.Outcome] {
        try await database.encryption.readAside { [chatID] tables in
            let session = try tables.sendingKey(chatID: chatID)?.sessionID ?? ""
            return Dictionary(try tables.shares(sessionID: session).map { ($0.deviceID, $0.outcome) }) { first, _ in
                first
            }
        }
    }
}

extension JSONValue {
    /// Returns a copy with another value at a path, creating objects on the way.
    fileprivate func with(_ value: JSONValue, at path: [String]) -> JSONValue {
        guard let name = path.first else { return value }
        var changed = object == nil ? .emptyObject : self
        changed[name] = (self[name] ?? .emptyObject).with(value, at: Array(path.dropFirst()))
        return changed
    }

    /// Returns a copy without events of a type, wherever they are.
    func withoutEvents(_ type: String) -> JSONValue {
        switch self {
        case .object(let members): .object(members.mapValues { $0.withoutEvents(type) })
        case .array(let elements):
            .array(elements.filter { $0["type"]?.string != type }.map { $0.withoutEvents(type) })
        default: self
        }
    }
}
