import Foundation
import MatrixAPI
import TestSupport
import TestTraits
import Testing

/// Tests `confab notify`, on a separate bus with a notification server.
@Suite(
    .serialized, .timeLimit(.minutes(10)), .sandboxed,
    .enabled(if: DesktopBus.isInstalled, "left out: dbus-daemon or libdbus-1-3 is not installed"))
struct NotifyTests {
    /// A state in which bo's screen is closed, and his desktop shows notifications.
    private struct Evening {
        let meeting: Meeting
        let bus: DesktopBus
        let server: NoticeServer
        let notify: CommandProcess

        var ana: PersonAtScreen { meeting.ana }
        var bo: PersonAtScreen { meeting.bo }
    }

    private func evening(settings: String = "", takesMarkup: Bool = true) async throws -> Evening {
        let meeting = try await Meeting.inAChat()
        try await meeting.bo.closeScreen()
        if !settings.isEmpty { try meeting.bo.save(settings: settings) }
        let bus = try await DesktopBus(in: meeting.bo.home)
        let server = try await NoticeServer(on: bus, takesMarkup: takesMarkup)
        return Evening(meeting: meeting, bus: bus, server: server, notify: try meeting.bo.command(["notify"]))
    }

    @Test func notificationIsUpdatedUntilItsChatIsRead() async throws {
        let evening = try await evening()
        let (ana, bo, server) = (evening.ana, evening.bo, evening.server)
        try await ana.say("<b>beans</b> & peas")
        try await server.waitFor("notice") { $0.shown.count == 1 }
        let first = try #require(server.shown.first)
        #expect(first.program == "Confab" && first.title == "ana" && first.replaced == 0)
        #expect(first.text == "&lt;b&gt;beans&lt;/b&gt; &amp; peas")
        try await ana.say("and lettuce")
        try await server.waitFor("second notice") { $0.shown.count == 2 }
        let second = try #require(server.shown.last)
        #expect(second.title == "2 new: ana" && second.text == "and lettuce" && second.number == first.number)

        // A changed setting applies at once, even during the pause between two notifications.
        try bo.save(settings: "notices.show = \"who\"\n")
        try await ana.say("a secret")
        try await server.waitFor("third notice") { $0.shown.count == 3 }
        #expect(server.shown.last?.text == "" && server.shown.last?.title == "3 new: ana")
        #expect(server.standing.count == 1)

        try bo.open()
        try await bo.screen.waitFor("a secret")
        try await server.waitFor("end of the notice") { $0.standing.isEmpty }
        evening.notify.terminate()
        let ended = try await evening.notify.waitForExit()
        #expect(ended.exit == .status(0) && ended.errors.isEmpty && ended.output.isEmpty, "\(ended)")
    }

    /// Only the process that has the account when a message arrives announces it.
    @Test func messagesDuringScreenStartOrEndNotifyOnce() async throws {
        let evening = try await evening()
        let (ana, bo, server) = (evening.ana, evening.bo, evening.server)
        try await ana.say("before the first")
        try await server.waitFor("notice") { !$0.shown.isEmpty }
        for round in 0..<4 {
            async let opening = ana.run(["send", "@bo:localhost", "opening \(round)"])
            try await Task.sleep(for: .milliseconds(round * 60))
            try bo.open()
            #expect(try await opening.exit == .status(0))
            try await bo.screen.waitFor("opening \(round)")
            try await bo.screen.waitFor("online")
            // Reports a loss of focus without a key, because a key would count as presence.
            bo.screen.send("\u{1B}[O")
            async let ending = ana.run(["send", "@bo:localhost", "ending \(round)"])
            try await Task.sleep(for: .milliseconds(round * 60))
            bo.screen.terminate()
            #expect(try await bo.screen.waitForExit() == .status(0))
            #expect(try await ending.exit == .status(0))
            try await server.waitFor("notice of ending \(round)") { $0.shown.contains { $0.text == "ending \(round)" } }
        }
        try await ana.say("after the last")
        try await server.waitFor("last notice") { $0.shown.last?.text == "after the last" }
        let texts = server.shown.map(\.text)
        #expect(Set(texts).count == texts.count, "\(texts)")
        #expect(evening.notify.errors.isEmpty)
    }

    /// A killed process releases everything that its successor needs.
    @Test func killedNotifyLeavesNoLock() async throws {
        let evening = try await evening()
        let (ana, bo, server) = (evening.ana, evening.bo, evening.server)
        try await ana.say("good evening")
        try await server.waitFor("notice") { $0.shown.count == 1 }
        let second = try await bo.run(["notify"])
        #expect(second.exit == .status(1) && second.errors.contains("runs already"), "\(second)")
        evening.notify.terminate(SIGKILL)
        _ = try await evening.notify.waitForExit()
        let sent = try await bo.run(["send", "@ana:localhost", "still here"])
        #expect(sent.exit == .status(0), "\(sent)")
        let next = try bo.command(["notify"])
        try await ana.say("good night")
        try await server.waitFor("notice of the next") { $0.shown.last?.text == "good night" }
        next.terminate(SIGKILL)
        _ = try await next.waitForExit()
        try bo.open()
        try await bo.screen.waitFor("good night")
        try await bo.screen.waitFor("online")
    }

    @Test func notifyServesOrYieldsToOtherCommands() async throws {
        let evening = try await evening()
        let (ana, bo, server) = (evening.ana, evening.bo, evening.server)
        try await ana.say("are you there")
        try await server.waitFor("notice") { $0.shown.count == 1 }
        let sent = try await bo.run(["send", "@ana:localhost", "by a shell"])
        #expect(sent.exit == .status(0), "\(sent)")
        try await ana.screen.waitFor("by a shell")
        let devices = try await bo.run(["devices"])
        #expect(devices.exit == .status(0) && devices.output.hasPrefix("*"), "\(devices)")
        try await ana.say("and now")
        try await server.waitFor("notice after that") { $0.shown.last?.text == "and now" }
        // Without a terminal nothing is shown. With a terminal, a screen opens.
        let unseen = try await bo.run(["open", "@ana:localhost"])
        #expect(unseen.exit == .status(1) && unseen.errors.contains("has no screen"), "\(unseen)")
        try bo.open(["open", "@ana:localhost"])
        try await bo.screen.waitFor("and now")
        #expect(evening.notify.errors.isEmpty)
    }

    /// Another notification server uses the same numbers for other notifications, and may not support markup.
    @Test func newNotificationServerGetsNoOldIDs() async throws {
        let meeting = try await Meeting.inAChat()
        let (ana, bo) = (meeting.ana, meeting.bo)
        try await bo.closeScreen()
        let bus = try await DesktopBus(in: bo.home)
        let notify = try bo.command(["notify"])
        try await ana.say("nobody shows it")
        while !notify.errors.contains("Nothing on the session's bus") { try await Task.sleep(for: .milliseconds(20)) }
        try await atFirst(ana, on: bus)
        let second = try await NoticeServer(on: bus, takesMarkup: false)
        try await ana.say("1 < 2")
        try await second.waitFor("notice") { !$0.shown.isEmpty }
        #expect(second.shown.first?.replaced == 0 && second.shown.first?.text == "1 < 2")
        #expect(second.closed.isEmpty)
        notify.terminate()
        let ended = try await notify.waitForExit()
        #expect(ended.errors.split(separator: "\n").count == 1, "\(ended)")
    }

    private func atFirst(_ ana: PersonAtScreen, on bus: DesktopBus) async throws {
        let first = try await NoticeServer(on: bus)
        try await ana.say("somebody shows it")
        try await first.waitFor("notice") { !$0.shown.isEmpty }
    }

    /// The screen and `confab notify` know each other's notifications. Either one replaces or closes the same
    /// number, whichever has the account.
    @Test func screenAndNotifyShareNotifications() async throws {
        let meeting = try await Meeting.inAChat()
        let (ana, bo) = (meeting.ana, meeting.bo)
        // Bo's next screen opens with another chat than the announced one.
        try await ana.fillGroup(named: "Garden")
        ana.screen.send(.enter)
        try await ana.screen.waitUntilGone("With whom?")
        try await bo.acceptInvitation()
        try await bo.closeScreen()
        let bus = try await DesktopBus(in: bo.home)
        let server = try await NoticeServer(on: bus)
        let notify = try bo.command(["notify"])
        func say(_ text: String) async throws {
            #expect(try await ana.run(["send", "@bo:localhost", text]).exit == .status(0))
        }
        try await say("to notify")
        try await server.waitFor("notice") { $0.shown.count == 1 }
        try bo.open()
        try await bo.screen.waitFor("online")
        bo.screen.send("\u{1B}[O")
        try await say("to the screen")
        try await server.waitFor("notice of the screen") { $0.shown.count == 2 }
        #expect(server.shown[1].replaced == server.shown[0].number && server.standing.count == 1)
        #expect(server.shown[1].title == "2 new: ana")
        // The notification is passed on to the remaining process.
        bo.screen.terminate()
        #expect(try await bo.screen.waitForExit() == .status(0))
        try await say("to notify again")
        try await server.waitFor("notice after the screen") { $0.shown.count == 3 }
        #expect(server.shown[2].replaced == server.shown[1].number && server.closed.isEmpty)
        #expect(server.shown[2].title == "3 new: ana")
        // A notification that it leaves is closed by the screen on which the message is read.
        notify.terminate()
        #expect(try await notify.waitForExit().exit == .status(0))
        #expect(server.standing.count == 1)
        #expect(try await bo.run(["doctor"]).output.contains("by D-Bus: the desktop shows them"))
        try bo.open(["open", "@ana:localhost"])
        try await bo.screen.waitFor("to notify again")
        try await server.waitFor("end of the notice") { $0.standing.isEmpty }
        // A screen without a successor closes its own notifications.
        bo.screen.send("\u{1B}[O")
        try await say("to nobody")
        try await server.waitFor("last notice") { $0.standing.count == 1 }
        bo.screen.terminate()
        #expect(try await bo.screen.waitForExit() == .status(0))
        #expect(server.standing.isEmpty)
        let kept = bo.home.path + "/data/confab/profiles/bo@localhost/notices"
        #expect(FileManager.default.contents(atPath: kept)?.isEmpty == true)
        withExtendedLifetime(bus) {}
    }

    @Test func notificationOfAnotherBusIsLeftAlone() async throws {
        let meeting = try await Meeting.inAChat()
        let (ana, bo) = (meeting.ana, meeting.bo)
        try await bo.closeScreen()
        let first = try await DesktopBus(in: bo.home)
        let one = try await NoticeServer(on: first)
        let notify = try bo.command(["notify"])
        try await ana.say("on the first")
        try await one.waitFor("notice") { $0.shown.count == 1 }
        let kept = bo.home.path + "/data/confab/profiles/bo@localhost/notices"
        while FileManager.default.contents(atPath: kept)?.isEmpty != false {
            try await Task.sleep(for: .milliseconds(20))
        }
        notify.terminate(SIGKILL)
        _ = try await notify.waitForExit()
        withExtendedLifetime(first) {}
        // The next session reuses the same names and numbers.
        let second = try await DesktopBus(in: bo.home)
        let other = try await NoticeServer(on: second)
        let next = try bo.command(["notify"])
        try await ana.say("on the second")
        try await other.waitFor("notice") { $0.shown.count == 1 }
        #expect(other.shown.first?.replaced == 0 && other.closed.isEmpty)
        next.terminate()
        _ = try await next.waitForExit()
        withExtendedLifetime((one, second)) {}
    }

    /// The screen sends its own notifications while the user looks elsewhere.
    @Test func unfocusedScreenNotifiesOverDBus() async throws {
        let meeting = try await Meeting.inAChat()
        let (ana, bo) = (meeting.ana, meeting.bo)
        try await bo.closeScreen()
        let bus = try await DesktopBus(in: bo.home)
        let server = try await NoticeServer(on: bus)
        try bo.open()
        try await bo.screen.waitFor("online")
        bo.screen.send("\u{1B}[O")
        try await ana.say("look here")
        try await server.waitFor("notice") { !$0.shown.isEmpty }
        #expect(server.shown.map(\.text) == ["look here"])
        bo.screen.send("\u{1B}[I")
        try await server.waitFor("end of the notice") { $0.standing.isEmpty }
        #expect(bo.screen.screen.notices.isEmpty && bo.screen.screen.bells == 1)
        withExtendedLifetime(bus) {}
    }
}

/// Tests `confab notify` without a bus, and `confab unread --follow`.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct NotifyWithoutBusTests {
    @Test func notifyWithoutATargetFails() async throws {
        let meeting = try await Meeting.inAChat()
        let (ana, bo) = (meeting.ana, meeting.bo)
        try await bo.closeScreen()
        let nowhere = try await bo.run(["notify"])
        #expect(nowhere.exit == .status(1) && nowhere.errors.contains("nowhere to notify"), "\(nowhere)")
        #expect(nowhere.errors.split(separator: "\n").count == 1)

        try bo.save(settings: "notices.command = [\"sh\", \"-c\", \"echo $CONFAB_TEXT >> $HOME/told\"]\n")
        let notify = try bo.command(["notify"])
        try await ana.say("to a program")
        let told = bo.home.path + "/told"
        while FileManager.default.contents(atPath: told)?.isEmpty != false {
            try await Task.sleep(for: .milliseconds(20))
        }
        notify.terminate()
        #expect(try await notify.waitForExit().exit == .status(0))
        #expect(try String(contentsOfFile: told, encoding: .utf8) == "to a program\n")
    }

    @Test func notifyFallsBackToTheTerminal() async throws {
        let meeting = try await Meeting.inAChat()
        let (ana, bo) = (meeting.ana, meeting.bo)
        try bo.save(settings: "notices.desktop = \"osc777\"\n")
        try await bo.closeScreen()
        try bo.open(["notify"])
        try await ana.say("to a terminal")
        try await bo.screen.waitUntil("a notice") { !$0.notices.isEmpty }
        #expect(bo.screen.screen.notices == ["notify;ana;to a terminal"] && bo.screen.screen.bells == 1)
        bo.screen.send(.control("c"))
        #expect(try await bo.screen.waitForExit() == .status(0))
    }

    @Test func unreadFollowPrintsChangesUntilItsReaderExits() async throws {
        let meeting = try await Meeting.inAChat()
        let (ana, bo) = (meeting.ana, meeting.bo)
        bo.screen.send("\u{1B}[O")
        let follower = try bo.command(["unread", "--follow"])
        let objects = try bo.command(["unread", "--follow", "--json"])
        let quiet = try bo.command(["unread", "--follow", "--quiet"])
        let environment = bo.home.environment.merging(["CONFAB": ProgramLocation.confab]) { $1 }
        // The reader exits with the second line, and nothing changes afterwards.
        let read = try CommandProcess(
            "/bin/sh", arguments: ["-c", "\"$CONFAB\" unread --follow | head -n 1"], environment: environment)
        let ended = try await read.waitForExit()
        #expect(ended.output == "0\n" && ended.errors.isEmpty, "\(ended)")
        try await waitFor(lines: ["0"], of: follower, quiet, objects)
        try await ana.say("one")
        try await waitFor(lines: ["0", "1"], of: follower, quiet, objects)
        bo.screen.send("\u{1B}[I")
        try await waitFor(lines: ["0", "1", "0"], of: follower, quiet, objects)
        let shape = try DocumentedShape("What is unread")
        for line in objects.output.split(separator: "\n") {
            #expect(try shape.complaints(about: line) == [], "\(line)")
        }
        for process in [follower, objects, quiet] { process.terminate() }
        #expect(try await follower.waitForExit().exit == .status(0))
    }

    /// Waits until each of the programs has printed the counts. A quiet one prints an empty line instead of `0`, and
    /// one that prints objects is compared by its number of lines.
    private func waitFor(
        lines: [String], of follower: CommandProcess, _ quiet: CommandProcess, _ objects: CommandProcess
    ) async throws {
        let text = lines.map { $0 + "\n" }.joined()
        let quietText = text.replacing("0", with: "")
        while follower.output != text || quiet.output != quietText
            || objects.output.count(where: \.isNewline) < lines.count
        {
            try await Task.sleep(for: .milliseconds(20))
        }
    }
}
