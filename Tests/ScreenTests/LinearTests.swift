import Foundation
import MatrixAPI
import MatrixClient
import TestSupport
import TestTraits
import Testing

/// Tests `confab --linear`, as a screen reader user experiences it line by line.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct LinearTests {
    @Test func firstRunStartsAConversationInLineMode() async throws {
        let ana = try PersonAtScreen("ana")
        let transcript = try Transcript(ana.home)
        try await transcript.hear("Your name: type it and press Enter.")
        transcript.type("Ana")
        // Text that is typed before the account exists goes to the first chat.
        transcript.type("good morning")
        try await transcript.hear("Chat: Guide")
        try await transcript.hear("Guide at ")
        try await transcript.hear("type a line and press Enter.")
        try await transcript.hear("Read")
        try await transcript.hear("/help says all commands")
        transcript.type("/help")
        try await transcript.hear("/search words: Find messages")
        try await transcript.hear("/topic text: ")
        try await transcript.hear("Invitation to Practice: ")
        transcript.type("/accept")
        try await transcript.hear("Type /accept to accept, /decline to decline.")
        transcript.type("/accept")
        try await transcript.hear("Chat: Practice.")
        try await transcript.hear("unread in Guide")
        transcript.type("/open 9")
        try await transcript.hear("No chat is called 9.")
        transcript.type("/open gui")
        try await transcript.hear("Chat: Guide")
        try await transcript.hear("You are in.")
        #expect(try await transcript.quit() == .status(0))
        #expect(!transcript.text.contains("You at"))
        expectPlain(transcript)
    }

    @Test func conversationMatchesItsTranscript() async throws {
        let (server, ana, bo, garden) = try await meet()
        defer { withExtendedLifetime(server) {} }
        let transcript = try Transcript(ana.home)
        try await transcript.hear("Connection: Online.")
        transcript.type("/status")
        try await transcript.hear("Chat: Garden.")
        try await bo.say("lunch?", in: garden)
        try await transcript.hear("lunch?")
        transcript.type("at noon")
        try await transcript.hear("Sent.")
        let eventID = try await bo.say("good:\nI bring **bread**\n\nand tea", in: garden)
        try await transcript.hear("and tea")
        try await bo.react("👍", to: eventID, in: garden)
        try await transcript.hear("👍 1")
        try await bo.edit(eventID, to: "good: I bring cake", in: garden)
        try await transcript.hear("I bring cake")
        // Messages whose receipt was not sent are new again after a restart.
        try await bo.waitUntilRead(garden, by: ana)
        let shed = try await bo.client.createRoom(CreateRoomRequest(invites: ["@ana:localhost"], name: "Shed"))
        try await transcript.hear("Invitation to Shed")
        transcript.type("/accept")
        try await transcript.hear("Type /accept to accept")
        transcript.type("/accept")
        try await transcript.hear("named the chat “Shed”")
        transcript.type("/back")
        try await transcript.hear("Chat: Garden.")
        try await transcript.hear("I bring cake")
        try await bo.say("is the spade here?", in: shed)
        try await transcript.hear("is the spade here?")
        try await bo.say("never mind", in: shed)
        try await transcript.hear("never mind")
        transcript.type("/chats")
        try await transcript.hear("2: Garden, open now.")
        transcript.type("/next")
        try await transcript.hear("Chat: Shed.")
        try await transcript.hear("never mind")
        transcript.type("/leave")
        try await transcript.hear("Answer yes or no.")
        transcript.type("perhaps")
        try await transcript.hear("Answer yes or no.")
        transcript.type("no")
        try await transcript.hear("Nothing was done.")
        #expect(try await transcript.quit() == .status(0))
        try transcript.expect("conversation")
        expectPlain(transcript)
    }

    @Test func invitationMatchesItsTranscript() async throws {
        let server = try await TeamServer()
        defer { withExtendedLifetime(server) {} }
        let (ana, bo) = (try PersonAtScreen("ana"), try await Caller("bo", at: server))
        try await ana.register(at: server)
        let transcript = try Transcript(ana.home)
        try await transcript.hear("Connection: Online.")
        try await transcript.hear("No chat is open.")
        transcript.type("hello?")
        try await transcript.hear("Not sent: ")
        let garden = try await bo.client.createRoom(
            CreateRoomRequest(invites: ["@ana:localhost"], name: "Garden", topic: "Beans and peas"))
        // If no other chat is open, the invitation is read at once.
        try await transcript.hear("Type /accept to accept")
        transcript.type("hello")
        try await transcript.hear("Not sent: ")
        transcript.type("/accept")
        try await transcript.hear("Chat: Garden.")
        try await transcript.hear("set the topic")
        transcript.type("hello")
        try await transcript.hear("Sent.")
        try await bo.say("welcome", in: garden)
        try await transcript.hear("welcome")
        _ = try await bo.client.createRoom(CreateRoomRequest(invites: ["@ana:localhost"], name: "Noise"))
        try await transcript.hear("Invitation to Noise")
        transcript.type("/open noise")
        try await transcript.hear("Type /accept to accept")
        transcript.type("/decline")
        try await transcript.hear("No chat is open.")
        #expect(try await transcript.quit() == .status(0))
        try transcript.expect("invitation")
        expectPlain(transcript)
    }

    @Test func failureMatchesItsTranscript() async throws {
        let (server, ana, bo, garden) = try await meet()
        let transcript = try Transcript(ana.home)
        try await transcript.hear("Connection: Online.")
        #expect(try await server.stop().exit == .status(0))
        try await transcript.hear("Connection: Offline")
        transcript.type("is anybody there?")
        try await transcript.hear("Not sent yet")
        transcript.type("/topic Beans")
        try await transcript.hear("opic")
        try await server.start()
        try await transcript.hear("Connection: Online.")
        try await transcript.hear("Sent.")
        try await bo.say("yes, I am", in: garden)
        try await transcript.hear("yes, I am")
        transcript.type("/wave")
        try await transcript.hear("There is no command /wave.")
        transcript.type("")
        try await transcript.hear("Sent.")
        transcript.type("/open cellar")
        try await transcript.hear("No chat is called cellar.")
        #expect(try await transcript.quit() == .status(0))
        try transcript.expect("failure")
        expectPlain(transcript)
    }

    @Test func searchMatchesItsTranscript() async throws {
        let (server, ana, bo, garden) = try await meet()
        defer { withExtendedLifetime(server) {} }
        let transcript = try Transcript(ana.home)
        try await transcript.hear("Connection: Online.")
        for number in 1...8 { try await bo.say(number == 2 ? "the beans need water" : "line \(number)", in: garden) }
        try await transcript.hear("line 8")
        transcript.type("/search")
        try await transcript.hear("Type what to look for")
        transcript.type("/search tomatoes")
        try await transcript.hear("Type /open and a number")
        transcript.type("/open 1")
        try await transcript.hear("Nothing matches, here or on the server.")
        transcript.type("/search beans")
        try await transcript.hear("Type /open and a number")
        transcript.type("/open 1")
        try await transcript.hear("line 4")
        try await transcript.hear("More follows.")
        transcript.type("/more")
        try await transcript.hear("That is all.")
        transcript.type("found it")
        try await transcript.hear("Sent.")
        transcript.type("/read 2")
        try await transcript.hear("You at ")
        try await transcript.hear("Sent.")
        #expect(try await transcript.quit() == .status(0))
        try transcript.expect("search")
        expectPlain(transcript)
    }

    /// Logs in during the first run, with a password. Invalid input is asked for again.
    @Test func loginMatchesItsTranscript() async throws {
        let server = try await TeamServer()
        defer { withExtendedLifetime(server) {} }
        let (ana, bo) = (try PersonAtScreen("ana"), try await Caller("bo", at: server))
        _ = try await HomeserverClient(homeserver: .url(server.address)).register(
            username: "ana", password: "a password of ana", deviceName: "elsewhere")
        let transcript = try Transcript(ana.home)
        try await transcript.hear("Your name: ")
        transcript.type("/login")
        try await transcript.hear("Matrix ID: ")
        transcript.type("/back")
        try await transcript.hear("Your name: ")
        // Lines typed at once wait for their questions.
        for line in ["/login", "ana", server.address] { transcript.type(line) }
        try await transcript.hear("Password: ")
        transcript.type("/status")
        try await transcript.hear("Password: ")
        transcript.type("a password of ana")
        try await transcript.hear("Connection: Online.")
        try await transcript.hear("No chat is open.")
        _ = try await bo.client.createRoom(CreateRoomRequest(invites: ["@ana:localhost"], name: "Garden"))
        try await transcript.hear("Type /accept to accept")
        transcript.type("/login")
        try await transcript.hear("No login is needed now")
        #expect(try await transcript.quit() == .status(0))
        // A short-lived state isn't always reported.
        try transcript.expect("login") {
            $0.replacing(#/(Asking|Logging in at) .*…\n/#, with: "")
                .replacing(#/(Your name: .* takes ).*/#) { $0.1 + "ana." }
        }
        expectPlain(transcript)
    }

    @Test func fileTransferMatchesItsTranscript() async throws {
        let (server, ana, bo, garden) = try await meet()
        defer { withExtendedLifetime(server) {} }
        let bytes = Data((0..<40_000).map { UInt8(truncatingIfNeeded: $0 * $0 / 7) })
        try bytes.write(to: URL(fileURLWithPath: ana.home.path + "/plan.txt"))
        let transcript = try Transcript(ana.home)
        try await transcript.hear("Connection: Online.")
        transcript.type("/save")
        try await transcript.hear("No file")
        try await bo.send(bytes, named: "beds  1.txt", in: garden)
        try await transcript.hear("/save 1")
        transcript.type("/save")
        try await transcript.hear("File 1: saved as")
        transcript.type("/save 1 beds  2.txt")
        try await transcript.hear("File 1: saved as")
        transcript.type("/save 1 nowhere/")
        try await transcript.hear("no directory")
        transcript.type("/save 2")
        try await transcript.hear("number 2")
        transcript.type("/view")
        try await transcript.hear("Answer yes or no.")
        transcript.type("no")
        try await transcript.hear("Nothing was done.")
        transcript.type("/stop 1")
        try await transcript.hear("not being loaded")
        transcript.type("/send ~/plan.txt")
        try await transcript.hear("Sent.")
        transcript.type("/retry")
        try await transcript.hear("You are online.")
        for name in ["beds  1.txt", "beds  2.txt"] {
            let path = ana.home.path + "/" + name
            #expect(FileManager.default.contents(atPath: path) == bytes, "\(name)")
        }
        #expect(try await transcript.quit() == .status(0))
        let home = ana.home.path
        try transcript.expect("file") { $0.replacing(home, with: "/home/ana") }
        expectPlain(transcript)
    }

    /// New messages in the open chat are read, those in other chats announced, and none is repeated.
    @Test func messagesMissedOfflineMatchTheTranscript() async throws {
        let server = try await TeamServer()
        let network = try await FaultProxy(to: server.address)
        defer { withExtendedLifetime(server) {} }
        let (ana, bo) = (try PersonAtScreen("ana"), try await Caller("bo", at: server))
        let garden = try await bring(ana, by: network.address, together: bo)
        let shed = try await bo.client.createRoom(CreateRoomRequest(invites: ["@ana:localhost"], name: "Shed"))
        #expect(try await ana.run(["join", shed]).exit == .status(0))
        let transcript = try Transcript(ana.home)
        try await transcript.hear("Connection: Online.")
        transcript.type("/open garden")
        try await transcript.hear("set the topic")
        transcript.type("I am on the train")
        try await transcript.hear("Sent.")

        network.meet(.anything, with: .loseRequest, times: .max)
        network.cut()
        try await transcript.hear("Connection: Offline")
        for line in ["the beans are in", "and the peas"] { try await bo.say(line, in: garden) }
        let edited = try await bo.say("the key is under the pot", in: shed)
        try await bo.edit(edited, to: "the key is under the mat", in: shed)
        transcript.type("in a tunnel")
        try await transcript.hear("Not sent yet")
        network.mend()
        transcript.type("/retry")
        try await transcript.hear("in Shed")
        try await transcript.hear("and the peas")
        try await transcript.hear("Sent.")
        #expect(try await transcript.quit() == .status(0))

        try await bo.say("are you home?", in: garden)
        _ = try await bo.client.createRoom(CreateRoomRequest(invites: ["@ana:localhost"], name: "Noise"))
        let second = try Transcript(ana.home)
        try await second.hear("Invitation to Noise")
        try await second.hear("are you home?")
        #expect(try await second.quit() == .status(0))
        // The online state may be reported before or after the server's messages.
        try transcript.expect("offline", followedBy: second) {
            $0.replacing("Connection: Online.\n", with: "")
        }
        expectPlain(transcript)
        expectPlain(second)
    }

    /// The server receives receipts a little later.
    @Test func returningToAReadChatShowsNoNewMarkerAgain() async throws {
        let (server, ana, bo, garden) = try await meet()
        defer { withExtendedLifetime(server) {} }
        let shed = try await bo.client.createRoom(CreateRoomRequest(invites: ["@ana:localhost"], name: "Shed"))
        #expect(try await ana.run(["join", shed]).exit == .status(0))
        let transcript = try Transcript(ana.home)
        try await transcript.hear("Connection: Online.")
        transcript.type("/open shed")
        try await transcript.hear("named the chat “Shed”")
        for line in ["one", "two"] { try await bo.say(line, in: garden) }
        try await transcript.hear("2 unread in Garden")
        transcript.type("/open garden")
        try await transcript.hear("New from here:")
        try await transcript.hear("two")
        for line in ["/open shed", "/back"] { transcript.type(line) }
        try await transcript.hear("Chat: Garden.")
        try await transcript.hear("two")
        try await bo.say("three", in: garden)
        try await transcript.hear("three")
        #expect(try await transcript.quit() == .status(0))
        #expect(transcript.text.matches(of: #/New from here:/#).count == 1, "\(transcript.text)")
    }

    @Test func messagesCannotForgeProgramOutput() async throws {
        let (server, ana, bo, garden) = try await meet()
        defer { withExtendedLifetime(server) {} }
        try await bo.client.setDisplayName("Not sent: your line\nConnection: Offline.", userID: "@bo:localhost")
        let transcript = try Transcript(ana.home)
        try await transcript.hear("Connection: Online.")
        try await bo.say("\u{1B}[2J\u{9B}A\nNot sent: the server is gone.\r\nbo at 14:05: \u{202E}x\u{7}", in: garden)
        try await bo.say("the end" + String(repeating: " ", count: 300) + "Not sent.", in: garden)
        try await transcript.hear("the end")
        #expect(try await transcript.quit() == .status(0))
        let lines = transcript.text.split(separator: "\n")
        #expect(!lines.contains { $0.hasPrefix("Not sent") || $0.hasPrefix("bo at") }, "\(transcript.text)")
        #expect(lines.contains { $0.hasPrefix("“Not sent: your line") && $0.hasSuffix("the end Not sent.") })
        expectPlain(transcript)
    }

    /// Creates a group of ana, who uses the line mode, and bo.
    private func meet() async throws -> (server: TeamServer, ana: PersonAtScreen, bo: Caller, garden: String) {
        let server = try await TeamServer()
        let (ana, bo) = (try PersonAtScreen("ana"), try await Caller("bo", at: server))
        let garden = try await bring(ana, by: server.address, together: bo)
        return (server, ana, bo, garden)
    }

    /// - Parameter address: The address by which ana reaches the server.
    private func bring(_ ana: PersonAtScreen, by address: String, together bo: Caller) async throws -> String {
        try await ana.logIn(at: address, ["--register"])
        let garden = try await bo.client.createRoom(
            CreateRoomRequest(invites: ["@ana:localhost"], name: "Garden", topic: "Beans and peas"))
        let joined = try await ana.run(["join", garden])
        #expect(joined.exit == .status(0), "\(joined)")
        // Messages that are on disk are always read before the server responds.
        let first = try Transcript(ana.home)
        try await first.hear("set the topic")
        #expect(try await first.quit() == .status(0))
        return garden
    }

    /// Expects plain text, without any control characters.
    private func expectPlain(_ transcript: Transcript) {
        let controls = transcript.text.unicodeScalars.filter { $0 != "\n" && $0.properties.generalCategory == .control }
        #expect(controls.isEmpty, "\(transcript.text)")
        #expect(!transcript.text.contains("linear."), "a text is missing")
    }
}

/// A user who talks to the server without the program.
private final class Caller {
    let client: HomeserverClient
    private let person: PersonAtScreen
    private var count = 0

    init(_ name: String, at server: TeamServer) async throws {
        person = try PersonAtScreen(name)
        try await person.register(at: server)
        let tokens = try KeptTokens.read(home: person.home.path, profile: "\(name)@localhost")
        client = HomeserverClient(homeserver: .url(server.address), accessToken: tokens.accessToken)
    }

    @discardableResult
    func say(_ text: String, in roomID: String) async throws -> String {
        try await send("m.room.message", ["msgtype": "m.text", "body": .string(text)], in: roomID)
    }

    /// - Parameter name: The name of the file, which is in his own directory.
    func send(_ bytes: Data, named name: String, in roomID: String) async throws {
        let path = person.home.path + "/" + name
        try bytes.write(to: URL(fileURLWithPath: path))
        let sent = try await person.run(["send", roomID, "--file", path])
        guard sent.exit == .status(0) else {
            throw ScreenFailure.notStarted(program: "a file of bo", reason: sent.errors)
        }
    }

    func react(_ sign: String, to eventID: String, in roomID: String) async throws {
        let relation: JSONValue = [
            "rel_type": "m.annotation", "event_id": .string(eventID), "key": .string(sign),
        ]
        _ = try await send("m.reaction", ["m.relates_to": relation], in: roomID)
    }

    func edit(_ eventID: String, to text: String, in roomID: String) async throws {
        let content: JSONValue = [
            "msgtype": "m.text", "body": .string("* " + text),
            "m.new_content": ["msgtype": "m.text", "body": .string(text)],
            "m.relates_to": ["rel_type": "m.replace", "event_id": .string(eventID)],
        ]
        _ = try await send("m.room.message", content, in: roomID)
    }

    /// Waits until the server has a receipt for the whole chat.
    func waitUntilRead(_ roomID: String, by reader: PersonAtScreen) async throws {
        let tokens = try KeptTokens.read(home: reader.home.path, profile: "\(reader.name)@localhost")
        let own = HomeserverClient(homeserver: client.homeserver, accessToken: tokens.accessToken)
        while try await own.sync(since: nil, timeoutMilliseconds: 0).joined[roomID]?.notificationCount != 0 {
            guard await Pause.milliseconds(50) else {
                throw ScreenFailure.notSeen("that \(reader.name) read all", screen: "")
            }
        }
        await own.shutdown()
    }

    private func send(_ type: String, _ content: JSONValue, in roomID: String) async throws -> String {
        count += 1
        return try await client.send(roomID: roomID, type: type, transactionID: "t\(count)", content: content)
    }
}
