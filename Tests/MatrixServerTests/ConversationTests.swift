import MatrixAPI
import MatrixServer
import NIOHTTP1
import Testing

@Suite(.timeLimit(.minutes(5))) struct ConversationTests {
    @Test func invitationAndMessageArriveInSync() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let bo = try await server.person("bo")
        let room = try await ana.createRoom(["name": "Tea", "invite": [.string(bo.userID)], "is_direct": true])

        let invited = try await bo.sync()
        let invitation = invited["rooms"]?["invite"]?[room]?["invite_state"]?["events"]?.array ?? []
        #expect(invitation.contains { $0["content"]?["is_direct"]?.bool == true })
        #expect(invitation.contains { $0["content"]?["name"]?.string == "Tea" })

        try await bo.join(room)
        try await ana.say("hello", in: room)
        let update = try await bo.sync(since: invited["next_batch"]?.string)
        #expect(update.said(in: room) == ["hello"])
        #expect(update.joined(room)?["summary"]?["m.joined_member_count"]?.integer == 2)
        #expect(update.joined(room)?["summary"]?["m.heroes"]?.array == [.string(ana.userID)])
        await server.stop()
    }

    @Test func longPollReturnsWhenAMessageArrives() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let bo = try await server.person("bo")
        let room = try await ana.createRoom(["preset": "public_chat"])
        try await bo.join(room)
        let since = try await bo.now()
        async let waiting = bo.sync(since: since, timeout: 50_000)
        try await ana.say("wake up", in: room)
        #expect(try await waiting.said(in: room) == ["wake up"])
        await server.stop()
    }

    @Test func transactionIDMakesOneEventEvenAfterARestart() async throws {
        let first = try await ServerUnderTest.start()
        let ana = try await first.person("ana")
        let room = try await ana.createRoom()
        let event = try await ana.say("once", in: room, transaction: "t1")
        #expect(try await ana.say("once", in: room, transaction: "t1") == event)
        await first.server.stop()

        let second = try await ServerUnderTest.start(in: first.directory)
        let later = Person(server: second, name: "ana", token: ana.token)
        #expect(try await later.say("once", in: room, transaction: "t1") == event)
        let sync = try await later.sync()
        #expect(sync.said(in: room) == ["once"])
        let events = sync.joined(room)?["timeline"]?["events"]?.array ?? []
        #expect(events.last?["unsigned"]?["transaction_id"]?.string == "t1")
        await second.stop()
    }

    @Test func syncTokenFromLostDataGivesAFullSync() async throws {
        let lost = try await ServerUnderTest.start()
        let before = try await lost.person("ana")
        let old = try await before.createRoom()
        for number in 0..<20 { try await before.say("\(number)", in: old) }
        let since = try await before.now()
        await lost.stop()

        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let room = try await ana.createRoom()
        try await ana.say("once more", in: room)
        let update = try await ana.sync(since: since)
        #expect(update.said(in: room) == ["once more"])
        try await ana.say("and on", in: room)
        #expect(try await ana.sync(since: update["next_batch"]?.string).said(in: room) == ["and on"])
        await server.stop()
    }

    @Test func onlyTheSendingDeviceSeesTheTransactionID() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let room = try await ana.createRoom()
        try await ana.say("hello", in: room, transaction: "t1")
        let login = try await server.request(
            .POST, "v3/login", ["type": "m.login.password", "user": "ana", "password": "secret"])
        let phone = Person(server: server, name: "ana", token: try #require(login.body["access_token"]?.string))
        let events = try await phone.sync().joined(room)?["timeline"]?["events"]?.array
        #expect(events?.last?["unsigned"]?["transaction_id"] == nil)
        #expect(events?.last?["content"]?["body"]?.string == "hello")
        await server.stop()
    }

    @Test func concurrentSendsArriveOnceInEachSendersOrder() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let room = try await ana.createRoom(["preset": "public_chat"])
        var people = [ana]
        for name in ["bo", "kim"] {
            let person = try await server.person(name)
            try await person.join(room)
            people.append(person)
        }
        let since = try await ana.now()
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for person in people {
                tasks.addTask {
                    for number in 0..<20 { try await person.say("\(person.name) \(number)", in: room) }
                }
            }
            try await tasks.waitForAll()
        }
        let said = try await ana.sync(since: since, filter: #"{"room":{"timeline":{"limit":100}}}"#).said(in: room)
        #expect(said.count == 60)
        for person in people {
            #expect(said.filter { $0.hasPrefix(person.name) } == (0..<20).map { "\(person.name) \($0)" })
        }
        await server.stop()
    }
}
