import Foundation
import TestSupport
import TestTraits
import Testing

/// Tests several accounts in one window: the account of a first run on the embedded server, and one on a team
/// server.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct AccountsTests {
    /// Ana with the account of her first run and with `work`, which is in front, and bo, who is on the team server.
    private struct Window {
        let server: TeamServer
        let ana: PersonAtScreen
        let bo: PersonAtScreen

        init(menuLetters: String) async throws {
            server = try await TeamServer()
            let elsewhere = try PersonAtScreen("work")
            try await elsewhere.register(at: server)
            bo = try PersonAtScreen("bo")
            try await bo.register(at: server)
            ana = try PersonAtScreen("ana")
            let screen = try await ana.beginWithGuide()
            try await ana.addAccount("work", at: server, by: menuLetters)
            try await ana.putOffVerification()
            try await screen.waitFor("Confab  work")
            try await ana.waitForList(of: "Guide", toShow: "ana")
        }
    }

    @Test(arguments: ["sa", "l"])
    func addedAccountSurvivesRestartBesideTheFirst(menuLetters: String) async throws {
        let window = try await Window(menuLetters: menuLetters)
        let (ana, bo) = (window.ana, window.bo)
        let screen = ana.screen
        try bo.open()
        try await bo.screen.waitFor("online")
        try await bo.invite("@work:localhost")
        // The first chat of an account opens automatically.
        try await screen.waitFor("a accepts")
        screen.send("a")
        try await screen.waitFor("write a message")

        // A draft for the guide stays in that chat.
        screen.send(.control("n"))
        try await screen.waitFor("Confab  ana")
        screen.send("for the guide")
        try await screen.waitFor("▏for the guide")
        screen.send(.control("p"))
        try await screen.waitFor("Confab  work")
        try await screen.waitFor("▏write a message")
        try await ana.waitForList(of: "Guide", toShow: "ana ✎")
        screen.send(.function(8))
        try await screen.waitFor("▏for the guide")

        screen.send(.control("c"), .control("c"))
        _ = try await screen.waitForExit()
        try ana.open()
        try await ana.screen.waitFor("▏for the guide")
        try await ana.waitForList(of: "bo", toShow: "work")
        ana.screen.send(.control("u"))
        try await ana.say("hello, guide")
        try await ana.screen.waitFor("I have it")
        #expect(ana.screen.unknownSequences.isEmpty)
    }

    @Test func messageInOtherAccountNotifiesAndKeyOpensIt() async throws {
        let window = try await Window(menuLetters: "sa")
        let (ana, bo) = (window.ana, window.bo)
        ana.screen.send(.meta("1"))
        try await ana.screen.waitFor("Confab  ana")
        try bo.open()
        try await bo.screen.waitFor("online")
        try await bo.invite("@work:localhost")
        try await ana.screen.waitFor("work: bo")
        ana.screen.resize(width: 40, height: 10)
        try await ana.screen.waitFor("‹ 1  ana  Guide")
        try await ana.screen.waitFor("work: bo")
        ana.screen.send(.meta("g"))
        try await ana.screen.waitFor("a accepts")
        ana.screen.resize(width: 80, height: 24)
        try await ana.screen.waitFor("Confab  work")
        #expect(ana.screen.unknownSequences.isEmpty)
    }

    @Test func accountOpenElsewhereIsSkippedWithAMessage() async throws {
        let window = try await Window(menuLetters: "sa")
        let ana = window.ana
        ana.screen.send(.meta("1"))
        try await ana.screen.waitFor("Confab  ana")
        ana.screen.send(.control("c"), .control("c"))
        _ = try await ana.screen.waitForExit()

        let alone = PersonAtScreen("ana", home: ana.home)
        try alone.open(["--profile", "work@localhost"])
        try await alone.screen.waitFor("Confab  work")
        try ana.open()
        try await ana.screen.waitFor("work@localhost was not opened")
        try await ana.screen.waitFor("Welcome")
        #expect(!alone.screen.screen.contains("Guide"))
    }

    @Test func activeAccountIsRestoredAfterAKill() async throws {
        let ana = try await Window(menuLetters: "sa").ana
        ana.screen.send(.meta("1"))
        try await ana.screen.waitFor("Confab  ana")
        kill(ana.screen.processIdentifier, SIGKILL)
        _ = try await ana.screen.waitForExit()
        try ana.open()
        try await ana.screen.waitFor("Confab  ana")
    }

    @Test func closedAccountStaysOnDisk() async throws {
        let window = try await Window(menuLetters: "sa")
        let ana = window.ana
        ana.screen.send(.control("o"))
        try await ana.screen.waitFor("Help")
        ana.screen.send("sc")
        try await ana.screen.waitFor("Close this account?")
        ana.screen.send("y")
        try await ana.screen.waitFor("Confab  ana")
        try await ana.waitForList(of: "Guide", toShow: "")
        ana.screen.send(.control("c"), .control("c"))
        _ = try await ana.screen.waitForExit()

        try ana.open()
        try await ana.screen.waitFor("online")
        try await ana.waitForList(of: "Guide", toShow: "")
        // An account that is logged in needs no password to be added again.
        ana.screen.send(.control("o"))
        try await ana.screen.waitFor("Help")
        ana.screen.send("sa")
        try await ana.screen.waitFor("Matrix ID")
        ana.screen.send("work")
        ana.screen.send(.enter)
        try await ana.screen.waitFor("Confab  work")
        try await ana.waitForList(of: "Guide", toShow: "ana")
        // A password that was typed ahead is not sent anywhere.
        ana.screen.send("secret words")
        try await ana.screen.waitFor("The text was discarded")
        ana.screen.send(.enter)
        #expect(!ana.screen.screen.contains("secret"))
    }

    @Test func addingAnOpenAccountIsRejected() async throws {
        let window = try await Window(menuLetters: "sa")
        let screen = window.ana.screen
        try await window.ana.nameAccount("work", at: window.server, by: "sa")
        try await screen.waitFor("is in this window already")
        screen.send(.escape)
        try await screen.waitFor("Confab  work")
    }
}

extension PersonAtScreen {
    /// Adds an account to the window, with its password.
    ///
    /// - Parameter menuLetters: The letters of the menu items that lead to the form.
    func addAccount(_ name: String, at server: TeamServer, by menuLetters: String) async throws {
        try await nameAccount(name, at: server, by: menuLetters)
        try await screen.waitFor("Password")
        screen.send("a password of \(name)")
        screen.send(.enter)
    }

    /// Fills in the name of the account to add.
    func nameAccount(_ name: String, at server: TeamServer, by menuLetters: String) async throws {
        screen.send(.control("o"))
        try await screen.waitFor("Help")
        screen.send(menuLetters)
        try await screen.waitFor("Matrix ID")
        screen.send(name)
        screen.send(.tab)
        screen.send(server.address)
        screen.send(.enter)
    }
}
