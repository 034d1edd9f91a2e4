import MatrixAPI
import MatrixClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct SyncLoopTests {
    @Test func longPollReturnsOnANewMessage() async throws {
        try await withTwo { ana, bo in
            let roomID = try await ana.makeRoom(with: bo)
            let before = try await bo.sync()
            async let answer = bo.sync(since: before.nextBatch, wait: 600_000)
            _ = try await ana.say("wake up", in: roomID)
            #expect(try await answer.joined[roomID]?.texts == ["wake up"])
        }
    }

    @Test(arguments: [true, false], [true, false])
    func concurrentMessagesArriveOnceInOrderForBoth(byStream: Bool, bySocket: Bool) async throws {
        try await TestServer.run { server in
            let homeserver = bySocket ? server.socketHomeserver : await server.tcpHomeserver
            let ana = try await Person.register("ana", on: server, at: homeserver)
            let bo = try await Person.register("bo", on: server, at: homeserver)
            let roomID = try await ana.makeRoom(with: bo)
            let readers = [Reader(ana), Reader(bo)]
            for reader in readers {
                await reader.start(allowsStream: byStream)
                await reader.untilOnline()
            }
            async let anasLines: Void = talk(ana, roomID)
            async let bosLines: Void = talk(bo, roomID)
            _ = try await (anasLines, bosLines)
            for reader in readers {
                await reader.until { $0.texts.count >= 60 }
                let texts = await reader.texts
                #expect(texts.filter { $0.hasPrefix(ana.userID) } == (0..<30).map { "\(ana.userID) \($0)" })
                #expect(texts.filter { $0.hasPrefix(bo.userID) } == (0..<30).map { "\(bo.userID) \($0)" })
                let eventIDs = await reader.eventIDs
                #expect(Set(eventIDs).count == eventIDs.count)
            }
            #expect(await readers[0].texts == readers[1].texts)
            for reader in readers { await reader.stop() }
        }
    }

    @Test func statesAndResponsesAreReportedInOrder() async throws {
        try await withTwo { _, bo in
            let heard = SlowListener()
            let loop = SyncLoop(client: bo.client, filter: nil, since: nil, allowsStream: false) { _ in
                await heard.note("answer", pauses: 0)
                return true
            } report: { state in
                await heard.note("\(state)", pauses: state == .connecting ? 1_000 : 0)
            }
            let run = Task { await loop.run() }
            await heard.until("\(ConnectionState.online)")
            await loop.stop()
            await run.value
            #expect(await heard.words.prefix(3) == ["connecting", "answer", "online"])
        }
    }

    @Test func retryRequestedDuringStateReportSkipsTheWait() async {
        let heard = SlowListener()
        let clock = LoopClock(now: { 0 }) { _ in
            await heard.note("slept", pauses: 0)
            try await Task.sleep(for: .seconds(3_600))
        }
        let client = HomeserverClient(homeserver: .unixSocket(path: "/nowhere/confab.sock"))
        let loop = SyncLoop(client: client, filter: nil, since: nil, clock: clock) { _ in
            true
        } report: { state in
            guard case .waiting = state else { return await heard.note("\(state)", pauses: 0) }
            await heard.note("waiting", pauses: 0)
            await heard.until("asked")
        }
        let run = Task { await loop.run() }
        await heard.until("waiting")
        await loop.tryNow()
        await heard.note("asked", pauses: 0)
        await heard.until("slept")
        await loop.stop()
        await run.value
        await client.shutdown()
        #expect(await heard.words == ["connecting", "waiting", "asked", "connecting", "waiting", "slept"])
    }

    @Test(arguments: [true, false])
    func serverRestartLosesAndDuplicatesNothing(byStream: Bool) async throws {
        try await TestServer.run { server in
            let ana = try await Person.register("ana", on: server)
            let bo = try await Person.register("bo", on: server)
            let roomID = try await ana.makeRoom(with: bo)
            let reader = Reader(bo)
            await reader.start(allowsStream: byStream)
            await reader.untilOnline()
            _ = try await ana.say("before", in: roomID)
            await reader.until { $0.texts == ["before"] }
            await server.stop()
            await reader.until { if case .waiting = $0.states.last { true } else { false } }
            await #expect(throws: MatrixClientError.self) { try await ana.say("during", in: roomID) }
            await reader.forgetStates()
            try await server.start()
            _ = try await ana.say("during", in: roomID)
            _ = try await ana.say("after", in: roomID)
            await reader.tryNow()
            await reader.until { $0.texts.count >= 3 }
            await reader.untilOnline()
            _ = try await ana.say("later", in: roomID)
            await reader.until { $0.texts.count >= 4 }
            #expect(await reader.texts == ["before", "during", "after", "later"])
            await reader.stop()
            await ana.client.shutdown()
        }
    }

    @Test(arguments: [true, false])
    func remoteLogoutStopsTheLoop(byStream: Bool) async throws {
        try await TestServer.run { server in
            let ana = try await Person.register("ana", on: server)
            let reader = Reader(ana)
            await reader.start(allowsStream: byStream)
            await reader.untilOnline()
            let other = ana.again(at: server.socketHomeserver)
            try await other.client.logOut()
            await reader.untilEnd()
            await reader.until { $0.states.last == .stopped(.loggedOut(isSoft: false)) }
            await reader.stop()
            await other.client.shutdown()
        }
    }

    @Test func typingArrivesOverTheStream() async throws {
        try await withTwo { ana, bo in
            let roomID = try await ana.makeRoom(with: bo)
            let reader = Reader(bo)
            await reader.start()
            await reader.untilOnline()
            try await ana.client.setTyping(
                roomID: roomID, userID: ana.userID, isTyping: true, timeoutMilliseconds: 30_000)
            await reader.until { $0.typing.last == [.string("@ana:localhost")] }
            try await ana.client.setTyping(
                roomID: roomID, userID: ana.userID, isTyping: false, timeoutMilliseconds: 30_000)
            await reader.until { $0.typing.last == [] }
            await reader.stop()
        }
    }

    @Test func streamAcknowledgesToDeviceMessages() async throws {
        try await withTwo { ana, bo in
            let roomID = try await ana.makeRoom(with: bo)
            let start = try await bo.sync().nextBatch
            let reader = Reader(bo)
            await reader.start()
            await reader.untilOnline()
            // The message arrives by the stream, which is open by then.
            _ = try await ana.say("hello", in: roomID)
            await reader.until { $0.texts == ["hello"] }
            try await ana.client.sendToDevices(
                type: "m.test", transactionID: "t", messages: [bo.userID: ["*": ["number": 1]]])
            let waits: () async throws -> Bool = { try await !bo.sync(since: start).deviceMessages.isEmpty }
            while try await waits() { try await Task.sleep(for: .milliseconds(10)) }
            #expect(try await !waits())
            await reader.stop()
        }
    }

    @Test(arguments: [true, false])
    func nextResponseWaitsUntilThePreviousIsApplied(byStream: Bool) async throws {
        try await withTwo { ana, bo in
            let roomID = try await ana.makeRoom(with: bo)
            let slow = SlowStore()
            let loop = SyncLoop(client: bo.client, filter: nil, since: nil, allowsStream: byStream) { responses in
                for response in responses where await !slow.store(response) { return false }
                return true
            } report: { _ in
            }
            for number in 0..<20 {
                _ = try await ana.say("\(number)", in: roomID)
                if number == 3 { Task { await loop.run() } }
            }
            _ = try await ana.say("last", in: roomID)
            await slow.untilLast()
            #expect(await slow.maxAtOnce == 1)
            #expect(await slow.texts == (0..<20).map(String.init) + ["last"])
            await loop.stop()
        }
    }

    private func talk(_ person: Person, _ roomID: String) async throws {
        for number in 0..<30 { _ = try await person.say("\(person.userID) \(number)", in: roomID) }
    }

    private func withTwo(_ body: @escaping @Sendable (Person, Person) async throws -> Void) async throws {
        try await TestServer.run { server in
            let ana = try await Person.register("ana", on: server)
            let bo = try await Person.register("bo", on: server)
            try await body(ana, bo)
            await ana.client.shutdown()
            await bo.client.shutdown()
        }
    }
}
