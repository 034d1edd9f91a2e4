import Foundation
import MatrixAPI
import TestSupport
import TestTraits
import Testing

/// Tests `confab send`, `read`, `chats` and `open`, while a screen is open and without one.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct ScriptTests {
    @Test func sendAndReadWorkWithAndWithoutAScreen() async throws {
        let meeting = try await Meeting.inAGroup("Garden")
        let (ana, bo) = (meeting.ana, meeting.bo)
        try await bo.closeScreen()
        ana.screen.send("a draft")
        try await ana.screen.waitFor("▏a draft")

        let beside = try await ana.run(["send", "Garden", "/quit", "is", "text"])
        #expect(beside.exit == .status(0) && beside.output.isEmpty && beside.errors.isEmpty, "\(beside)")
        try await ana.screen.waitFor("/quit is text")
        // A command that cron runs has no `XDG_RUNTIME_DIR`.
        let fromElsewhere = try await ana.run(["send", "Garden", "at", "noon"], environment: ["XDG_RUNTIME_DIR": ""])
        #expect(fromElsewhere.exit == .status(0), "\(fromElsewhere)")
        // The draft stays unchanged.
        try await ana.screen.waitFor("▏a draft")

        let without = try await bo.run(["send", "garden", "--json", "-"], input: "seedlings:\nten\n\n")
        #expect(without.exit == .status(0) && without.errors.isEmpty, "\(without)")
        try await ana.screen.waitFor("seedlings:")
        let sent = try JSONValue(parsing: Array(without.output.utf8))
        #expect(sent["state"] == "sent" && sent["id"]?.string?.first == "$")

        let read = try await bo.messages(in: "Garden")
        #expect(read.map { $0["text"] } == ["/quit is text", "at noon", "seedlings:\nten"])
        #expect(read.map { $0["sender"] } == ["@ana:localhost", "@ana:localhost", "@bo:localhost"])
        #expect(read.last?["id"] == sent["id"])
        let lines = try await bo.run(["read", "Garden", "--limit", "1"]).output.split(separator: "\n")
        #expect(lines.first?.hasSuffix("bo: seedlings:") == true && lines.last == "    ten")
        #expect(try await ana.messages(in: "Garden").count == 3)
        #expect(ana.screen.unknownSequences.isEmpty)
    }

    @Test(.enabled(if: access("/bin/bash", X_OK) == 0, "left out: bash is not installed"))
    func shellCompletionDoesNotRunChatNames() async throws {
        let meeting = try await Meeting.inAGroup("Garden")
        let ana = meeting.ana
        try await ana.fillGroup(named: "$(kill $$)")
        ana.screen.send(.enter)
        try await ana.screen.waitFor("named the chat “$(kill $$)”")
        let script = """
            confab() { "$CONFAB" "$@"; }
            source <(confab --generate-completion-script bash)
            COMP_WORDS=(confab send --profile ""); COMP_CWORD=3; COMP_LINE="confab send --profile "; COMP_POINT=22
            _confab confab "" --profile
            COMP_WORDS=(confab send ""); COMP_CWORD=2; COMP_LINE="confab send "; COMP_POINT=12
            _confab confab "" send
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let environment = ana.home.environment.merging(["CONFAB": ProgramLocation.confab]) { $1 }
        let result = try await CommandProcess("/bin/bash", arguments: ["-c", script], environment: environment)
            .waitForExit()
        let words = result.output.split(separator: "\n")
        #expect(result.exit == .status(0) && words.count == 3, "\(result)")
        #expect(words.first == "ana@localhost" && words.last == "Garden" && words.dropFirst().first?.first == "!")
    }

    @Test func jsonOutputMatchesTheManual() async throws {
        let meeting = try await Meeting.inAChat()
        let (ana, bo) = (meeting.ana, meeting.bo)
        try await ana.say("good morning")
        try await bo.screen.waitFor("good morning")
        let outputs = [
            ("A chat", ["chats", "--json"]), ("What is unread", ["unread", "--json"]),
            ("A message", ["read", "--json", "@ana:localhost"]),
            ("A sent line", ["send", "--json", "@ana:localhost", "and", "to", "you"]),
        ]
        for (title, command) in outputs {
            let shape = try DocumentedShape(title)
            let result = try await bo.run(command)
            #expect(result.exit == .status(0), "\(result)")
            let lines = result.output.split(separator: "\n")
            #expect(!lines.isEmpty)
            for line in lines { #expect(try shape.complaints(about: line) == [], "\(line)") }
        }
        let table = try await bo.run(["chats"])
        #expect(table.output.hasPrefix("      ana  @ana:localhost\n"), "\(table)")
    }

    @Test func lineSentOfflineArrivesOnce() async throws {
        let meeting = try await Meeting.inAGroup("Garden")
        let (ana, bo) = (meeting.ana, meeting.bo)
        try await bo.closeScreen()
        // The screen may have closed before the server reported the membership.
        _ = try await bo.run(["read", "Garden", "--sync"])
        _ = try await meeting.server.stop()
        let kept = try await bo.run(["send", "Garden", "it rains", "--json"])
        #expect(kept.exit == .status(69) && kept.errors.contains("The line is kept"), "\(kept)")
        #expect(kept.output.contains(#""state":"waiting""#))
        #expect(try await bo.messages(in: "Garden").map { $0["state"] } == ["waiting"])
        try await ana.screen.waitFor("offline")
        let beside = try await ana.run(["send", "Garden", "here as well"])
        #expect(beside.exit == .status(69) && beside.errors.contains("The line is kept"), "\(beside)")
        try await ana.screen.waitFor("here as well")

        try await meeting.server.start()
        let next = try await bo.run(["send", "Garden", "no more", "--timeout", "60"])
        #expect(next.exit == .status(0), "\(next)")
        try await ana.screen.waitFor("no more")
        try await ana.screen.waitFor("here as well", endingIn: "sent")
        let texts = try await ana.messages(in: "Garden").compactMap { $0["text"]?.string }
        #expect(texts.filter { $0 != "here as well" } == ["it rains", "no more"] && texts.count == 3)
    }

    @Test func lineOfAKilledSendCommandIsSentOnce() async throws {
        let meeting = try await Meeting.inAGroup("Garden")
        let bo = meeting.bo
        try await bo.closeScreen()
        // The screen may have closed before the server reported the membership.
        _ = try await bo.run(["read", "Garden", "--sync"])
        _ = try await meeting.server.stop()
        let killed = try bo.command(["send", "Garden", "it rains", "--timeout", "600"])
        while try await bo.messages(in: "Garden").isEmpty { try await Task.sleep(for: .milliseconds(20)) }
        killed.terminate(SIGKILL)
        _ = try await killed.waitForExit()
        try await meeting.server.start()
        let next = try await bo.run(["send", "Garden", "no more", "--timeout", "60"])
        #expect(next.exit == .status(0), "\(next)")
        let read = try await bo.messages(in: "Garden")
        #expect(read.map { $0["text"] } == ["it rains", "no more"] && read.allSatisfy { $0["state"] == "sent" })
        try await meeting.ana.screen.waitFor("no more")
        #expect(try await meeting.ana.messages(in: "Garden").map { $0["text"] } == ["it rains", "no more"])
    }

    /// All chats are synced again before the chat is looked up.
    @Test func damagedDatabaseIsReportedAndTheLineSent() async throws {
        let meeting = try await Meeting.inAGroup("Garden")
        let bo = meeting.bo
        try await bo.closeScreen()
        let files = FileManager.default.enumerator(atPath: bo.home.path)?.compactMap { $0 as? String } ?? []
        let database = try #require(files.first { $0.hasSuffix("bo@localhost/confab.sqlite") })
        try DamagedFile(path: bo.home.path + "/" + database).overwrite(page: 0, with: 0)
        let sent = try await bo.run(["send", "Garden", "all is well"])
        #expect(sent.exit == .status(0) && sent.errors.hasPrefix("confab: The database was damaged"), "\(sent)")
        try await meeting.ana.screen.waitFor("all is well")
    }

    @Test func unknownOrAmbiguousChatNamesAreReported() async throws {
        let meeting = try await Meeting.inAGroup("Garden")
        let (ana, bo) = (meeting.ana, meeting.bo)
        let unknown = try await ana.run(["send", "Gordon", "hello"])
        #expect(unknown.exit == .status(1) && unknown.errors.contains("no chat “Gordon”"), "\(unknown)")
        let empty = try await ana.run(["send", "Garden"], input: " \n\n")
        #expect(empty.exit == .status(2) && empty.errors.contains("nothing to send"), "\(empty)")
        for count in [59_990, 70_000, 2_000_000] {
            let long = try await ana.run(["send", "Garden"], input: String(repeating: "a", count: count))
            #expect(long.exit == .status(1) && long.errors.contains("longer than a message"), "\(long)")
        }

        try await ana.fillGroup(named: "Garden")
        ana.screen.send(.enter)
        try await ana.screen.waitUntilGone("With whom?")
        try await ana.screen.waitFor("write a message")
        // A new chat has its name once the server delivered it.
        try await ana.screen.waitUntil("two chats of one name") { screen in
            screen.rows.count { $0.prefix(20).contains("Garden") } == 2
        }
        let several = try await ana.run(["send", "Garden", "hello"])
        #expect(
            several.exit == .status(1) && several.errors.contains("Several chats are called “Garden”"), "\(several)")
        let ids = several.errors.matches(of: #/![^,. ]+/#).map { String($0.0) }
        #expect(ids.count == 2)
        // Bo has joined only the first chat so far.
        try await bo.screen.waitUntil("an invitation") { $0.contains("✉") }
        let one = try await bo.run(["send", "Garden", "hello"])
        #expect(one.exit == .status(0), "\(one)")
        let outside = try await bo.run(["send", try #require(ids.first), "hello"])
        let inside = try await bo.run(["send", try #require(ids.last), "hello"])
        #expect(Set([outside.exit, inside.exit].map { "\($0)" }).count == 2, "\(outside) \(inside)")
    }

    @Test func openCommandUsesTheOpenScreenOrStartsOne() async throws {
        let meeting = try await Meeting.inAGroup("Garden")
        let ana = meeting.ana
        try await ana.say("in the garden")
        try await ana.fillGroup(named: "Kitchen")
        ana.screen.send(.enter)
        try await ana.screen.waitFor("named the chat “Kitchen”")
        try await ana.screen.waitFor("▏write a message")
        ana.screen.send("soup")
        try await ana.screen.waitFor("▏soup")
        #expect(try await ana.run(["open", "Garden"]).exit == .status(0))
        try await ana.screen.waitFor("in the garden")
        try await ana.screen.waitFor("▏write a message")
        try await ana.closeScreen()
        try ana.open(["open", "kitchen"])
        try await ana.screen.waitFor("▏soup")
    }

    @Test func readFollowWorksWithAndWithoutAScreen() async throws {
        let meeting = try await Meeting.inAGroup("Garden")
        let (ana, bo) = (meeting.ana, meeting.bo)
        try await bo.closeScreen()
        let follower = try bo.command(["read", "Garden", "--follow", "--limit", "0"])
        try await ana.say("the first")
        try await follower.waitFor("ana: the first")
        // The follower has the profile, and handles the requests of other commands.
        let sent = try await bo.run(["send", "Garden", "the second"])
        #expect(sent.exit == .status(0), "\(sent)")
        try await follower.waitFor("bo: the second")
        #expect(try await bo.run(["open", "Garden"]).errors.contains("has no screen"))
        // The follower yields the profile to a screen, and continues.
        try bo.open()
        try await bo.screen.waitFor("the second")
        try await ana.say("the third")
        try await bo.screen.waitFor("the third")
        try await follower.waitFor("ana: the third")
        follower.terminate()
        let ended = try await follower.waitForExit()
        #expect(ended.exit == .status(0) && ended.errors.isEmpty, "\(ended)")
        let lines = ended.output.split(separator: "\n").map { $0.dropFirst("2026-11-21 09:15 ".count) }
        #expect(lines == ["ana: the first", "bo: the second", "ana: the third"])
    }

    @Test func joinCommandWorksBesideAScreen() async throws {
        let meeting = try await Meeting.inAGroup("Garden")
        let kim = try PersonAtScreen("kim")
        try await kim.register(at: meeting.server)
        try kim.open()
        try await kim.screen.waitFor("online")
        let chats = try await meeting.ana.run(["chats", "--json"]).output
        let id = try JSONValue(parsing: Array(chats.utf8))["id"]?.string
        meeting.ana.screen.send("/invite @kim:localhost\r")
        try await kim.screen.waitUntil("an invitation") { $0.contains("✉") || $0.contains("a accepts") }
        let joined = try await kim.run(["join", "--json", try #require(id)])
        #expect(joined.exit == .status(0), "\(joined)")
        for line in joined.output.split(separator: "\n") {
            #expect(try DocumentedShape("A joined chat").complaints(about: line) == [], "\(line)")
        }
        try await kim.screen.waitFor("write a message")
        #expect(try await kim.run(["send", "Garden", "here I am"]).exit == .status(0))
        try await meeting.ana.screen.waitFor("here I am")
    }

    /// The search runs while a screen indexes new messages, and on a device whose index is missing or out of date.
    @Test func searchCommandFindsMessages() async throws {
        let meeting = try await Meeting.inAGroup("Garden")
        let (ana, bo) = (meeting.ana, meeting.bo)
        for text in ["the gate is open", "gâteau at four", "no news", "THE GATE is\n\u{1B}[2Jshut"] {
            #expect(try await ana.run(["send", "Garden"], input: text).exit == .status(0))
        }
        try await bo.screen.waitFor("shut")
        try await expectToFind("gate", ["THE GATE is\n\u{1B}[2Jshut", "the gate is open"], by: bo)
        try await bo.closeScreen()
        // A command doesn't update the index.
        #expect(try await bo.run(["send", "Garden", "a third gate"]).exit == .status(0))
        #expect(try await bo.run(["read", "--sync", "Garden"]).output.contains("a third gate"))
        let all = ["a third gate", "THE GATE is\n\u{1B}[2Jshut", "the gate is open"]
        try await expectToFind("gate", all, by: bo)
        try await expectToFind("gat*", [all[0], all[1], "gâteau at four", all[2]], by: bo)
        try await expectToFind("gate from:ana -open", [all[1]], by: bo)
        try await expectToFind("\"gate is\" in:gard", [all[1], all[2]], by: bo)
        for path in try bo.searchFiles() { try FileManager.default.removeItem(atPath: path) }
        try await expectToFind("gate", all, by: bo)
        #expect(try bo.searchFiles().isEmpty)
        let two = try await bo.run(["search", "--chat", "Garden", "--limit", "2", "gate"])
        let lines = two.output.split(separator: "\n")
        #expect(lines.count == 3 && lines.allSatisfy { !$0.contains("\u{1B}") }, "\(lines)")
        #expect(lines.first?.hasPrefix("Garden: ") == true && lines.first?.hasSuffix("bo: a third gate") == true)
        let shape = try DocumentedShape("A message", "A found message")
        for line in try await bo.run(["search", "--json", "gate"]).output.split(separator: "\n") {
            #expect(try shape.complaints(about: line) == [], "\(line)")
        }
        let nothing = try await bo.run(["search", "rhubarb"])
        #expect(nothing.exit == .status(1) && nothing.output.isEmpty && nothing.errors.isEmpty)
        let senseless = try await bo.run(["search", "has:wings"])
        #expect(senseless.exit == .status(2) && senseless.errors.contains("wings"), "\(senseless)")
    }

    private func expectToFind(_ words: String, _ texts: [String], by person: PersonAtScreen) async throws {
        let result = try await person.run(["search", "--json", "--"] + words.split(separator: " ").map(String.init))
        let found = try result.output.split(separator: "\n").map { try JSONValue(parsing: Array($0.utf8)) }
        #expect(found.map { $0["text"] } == texts.map(JSONValue.string), "\(words): \(result)")
        #expect(found.allSatisfy { $0["chat_name"] == "Garden" })
    }

    @Test func commandsWithoutAScreenDoNotMarkAsRead() async throws {
        let meeting = try await Meeting.inAChat()
        let (ana, bo) = (meeting.ana, meeting.bo)
        try await bo.closeScreen()
        try await ana.say("did you read this")
        try await ana.screen.waitFor("did you read this", endingIn: "sent")
        let kim = try await bo.run(["send", "@ana:localhost", "a script says so"])
        #expect(kim.exit == .status(0))
        try await ana.screen.waitFor("a script says so")
        #expect(try await bo.run(["unread"]).output == "1\n")
    }
}

extension PersonAtScreen {
    func closeScreen() async throws {
        screen.send(.control("c"), .control("c"))
        _ = try await screen.waitForExit()
    }

    /// Returns the files of the search index.
    fileprivate func searchFiles() throws -> [String] {
        let directory = home.path + "/data/confab/profiles/\(name)@localhost"
        return try FileManager.default.contentsOfDirectory(atPath: directory)
            .filter { $0.hasPrefix("confab.sqlite.search") }.map { directory + "/" + $0 }
    }

    /// Returns the objects that `confab read` prints.
    fileprivate func messages(in chat: String) async throws -> [JSONValue] {
        let result = try await run(["read", chat, "--json"])
        guard result.exit == .status(0) else {
            throw ScreenFailure.notStarted(program: "confab read", reason: result.errors)
        }
        return try result.output.split(separator: "\n").map { try JSONValue(parsing: Array($0.utf8)) }
    }
}

extension CommandProcess {
    /// Waits until the program prints a text.
    fileprivate func waitFor(_ text: String) async throws {
        while !output.contains(text) {
            guard await Pause.milliseconds(20) else { throw ScreenFailure.notEnded(screen: output + errors) }
        }
    }
}
