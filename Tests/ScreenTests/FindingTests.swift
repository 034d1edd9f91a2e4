import MatrixAPI
import MatrixClient
import TestSupport
import TestTraits
import Testing

/// Tests that a message is found by a part of its text.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct FindingTests {
    @Test func searchFindsAPrefixAndShowsTheMessageInContext() async throws {
        let meeting = try await Meeting.inAChat()
        let (ana, bo) = (meeting.ana, meeting.bo)
        try await ana.say("The gate code is **4711**")
        for number in 1...40 { try await bo.say("line \(number) of many") }
        try await goToTheEnd(ana)
        // A chat with unread messages opens at the first of them.
        try await bo.screen.waitFor("line 40 of many", endingIn: "read")
        ana.screen.send(.control("r"))
        try await ana.screen.waitFor("Search in bo")
        ana.screen.send("cod")
        try await ana.screen.waitUntil("the line") { screen in
            screen.rows.contains { $0.contains("The gate code is 4711") }
        }
        ana.screen.send(.enter)
        try await ana.screen.waitUntil("the selection at the line") { screen in
            screen.rows.contains { $0.contains("▌") && $0.contains("The gate code") }
        }
        // Esc leads back to the results, and from there to the previous position.
        ana.screen.send(.escape)
        try await ana.screen.waitFor("› cod")
        try await ana.screen.waitFor("Search in bo")
        ana.screen.send(.escape)
        try await ana.screen.waitFor("line 40 of many")
        try await ana.screen.waitFor("Enter send")
        // The last search is restored, even after a restart.
        ana.screen.send(.control("c"), .control("c"))
        _ = try await ana.screen.waitForExit()
        try ana.open()
        // A user who quits while lines arrive has not read all of them.
        try await ana.screen.waitFor("write a message")
        try await goToTheEnd(ana)
        ana.screen.send(.control("r"))
        try await ana.screen.waitFor("searched before")
        ana.screen.send(.up)
        try await ana.screen.waitFor("› cod")
        ana.screen.send("x")
        try await ana.screen.waitFor("Nothing in bo matches: Tab searches all chats")
        ana.screen.send(.escape)
        try await ana.screen.waitUntilGone("Search in bo")
        try await ana.screen.waitFor("line 40 of many")
    }

    /// If more than a screen of messages arrives at once, the chat shows their beginning, even if it was at the end
    /// before.
    private func goToTheEnd(_ person: PersonAtScreen) async throws {
        while !person.screen.screen.contains("line 40 of many") {
            person.screen.send(.meta(">"))
            try await Task.sleep(for: .milliseconds(100))
        }
        try await person.screen.waitFor("line 40 of many")
    }

    @Test func escapeFromSearchRestoresThePreviousView() async throws {
        let meeting = try await Meeting.inAGroup("Tea")
        let (ana, bo) = (meeting.ana, meeting.bo)
        try await ana.say("The gate code is 4711")
        try await bo.screen.waitFor("The gate code is 4711")
        try await ana.screen.waitFor("4711", endingIn: "read")
        ana.screen.send(.control("c"), .control("c"))
        _ = try await ana.screen.waitForExit()
        for number in 1...60 { try await bo.say("line \(number) of many") }
        try await bo.screen.waitFor("line 60 of many", endingIn: "sent")
        // Many messages are unread, and stay so.
        try ana.open()
        try await ana.screen.waitFor("── new ──")
        try await ana.screen.waitFor("line 1 of many")
        ana.screen.send(.pageDown)
        try await ana.screen.waitFor("line 20 of many")
        try await ana.settle()
        let before = chatRows(ana)
        #expect(!before.contains { $0.contains("line 60 of many") || $0.contains("line 1 of many") })
        try await goToTheCode(ana)
        #expect(chatRows(ana) != before)
        ana.screen.send(.escape)
        try await ana.screen.waitFor("› 4711")
        ana.screen.send(.escape)
        try await expect(before, at: ana)
        // The same for a selected message, if the results were closed before.
        ana.screen.send(.up, .up, .up)
        try await ana.settle()
        let selecting = chatRows(ana)
        #expect(selecting != before)
        try await goToTheCode(ana)
        ana.screen.send("x")
        try await ana.screen.waitFor("▏x")
        ana.screen.send(.backspace, .escape)
        try await ana.screen.waitFor("› 4711")
        ana.screen.send(.escape)
        try await expect(selecting, at: ana)
    }

    private func goToTheCode(_ person: PersonAtScreen) async throws {
        person.screen.send(.control("r"))
        try await person.screen.waitFor("Search in Tea")
        person.screen.send("4711")
        try await person.screen.waitUntil("the line") { screen in
            screen.rows.contains { $0.contains("The gate code is 4711") }
        }
        person.screen.send(.enter)
        try await person.screen.waitUntil("the selection at the line") { screen in
            screen.rows.contains { $0.contains("▌") && $0.contains("The gate code") }
        }
    }

    private func expect(_ rows: [String], at person: PersonAtScreen) async throws {
        try await person.screen.waitUntil("what was seen before") { _ in chatRows(person) == rows }
    }

    /// Returns the rows without the chat list, the composer and the footer.
    private func chatRows(_ person: PersonAtScreen) -> [String] {
        person.screen.screen.rows.dropFirst(2).dropLast(4).map { String($0.dropFirst(21)) }
    }

    @Test func serverSearchFindsMessagesNotStoredLocally() async throws {
        let server = try await TeamServer()
        let (ana, bo) = (try PersonAtScreen("ana"), try PersonAtScreen("bo"))
        var clients: [HomeserverClient] = []
        for person in [ana, bo] {
            try await person.register(at: server)
            let tokens = try KeptTokens.read(home: person.home.path, profile: "\(person.name)@localhost")
            clients.append(HomeserverClient(homeserver: .url(server.address), accessToken: tokens.accessToken))
        }
        let room = try await clients[1].createRoom(
            CreateRoomRequest(invites: ["@ana:localhost"], name: "Garden"))
        _ = try await clients[0].join(roomIDOrAlias: room)
        var last = ""
        // The lines exceed what is fetched automatically to fill a screen.
        for number in 0...160 {
            let body = number == 3 ? "the treasure is under the oak" : "line \(number) of many"
            last = try await clients[1].send(
                roomID: room, type: "m.room.message", transactionID: "\(number)",
                content: ["msgtype": "m.text", "body": .string(body)])
        }
        // Unread messages are fetched automatically. The first sync delivers only the last of the read ones.
        try await clients[0].setReadMarkers(roomID: room, fullyRead: last, read: last)
        try ana.open(width: 120)
        try await ana.screen.waitFor("line 160 of many")
        try await ana.screen.waitFor("online")
        ana.screen.send(.control("r"))
        try await ana.screen.waitFor("Search")
        // If the server doesn't respond, local messages are found nevertheless.
        _ = try await server.stop()
        ana.screen.send("line 160 ")
        try await ana.screen.waitFor("Ask the server as well")
        ana.screen.send(.down, .enter)
        try await ana.screen.waitFor("This device alone was searched: The server")
        try await ana.screen.waitFor("line 160 of many")
        try await server.start()
        ana.screen.send(.control("u"))
        ana.screen.send("treas")
        try await ana.screen.waitFor("Nothing on this device matches: ask the server")
        ana.screen.send(.enter)
        try await ana.screen.waitUntil("the line, marked") { screen in
            screen.rows.contains { $0.contains("the treasure is") && $0.contains("on the server") }
        }
        // The surrounding messages come from the server as well.
        try await ana.screen.waitFor("line 4 of many")
        ana.screen.send(.enter)
        try await ana.screen.waitUntil("the selection at the line") { screen in
            screen.rows.contains { $0.contains("▌") && $0.contains("the treasure is under the oak") }
        }
        // By now the message is stored here, and is found like any other.
        ana.screen.send(.escape)
        try await ana.screen.waitFor("› treas")
        ana.screen.send("u")
        try await ana.screen.waitUntil("the line, without the mark") { screen in
            screen.rows.contains { $0.contains("the treasure is") && !$0.contains("on the server") }
        }
        // From the separate part of the timeline the user returns to the end.
        ana.screen.send(.escape)
        try await ana.screen.waitFor("line 160 of many")
        for client in clients { await client.shutdown() }
    }

    @Test func searchMatchesSnapshots() async throws {
        let meeting = try await Meeting.inAGroup("Tea")
        let (ana, bo) = (meeting.ana, meeting.bo)
        try await bo.say("the gate code is 4711, the side door")
        // The newer of the two comes first.
        try await ana.screen.waitFor("side door")
        try await ana.say("the kettle is at the gate")
        try await bo.screen.waitFor("the kettle")
        try await ana.screen.waitFor("at the gate", endingIn: "read")
        ana.screen.send(.control("r"))
        try await ana.screen.waitFor("words side by side")
        try await ana.expectPictures("search-signs")
        ana.screen.send("gat")
        try await ana.screen.waitFor("ana: ")
        try await ana.screen.waitUntil("both") { screen in screen.rows.count { $0.contains("gate") } >= 2 }
        try await ana.expectPictures("search-found")
        #expect(ana.screen.unknownSequences.isEmpty)
    }
}
