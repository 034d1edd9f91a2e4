import MatrixAPI
import MatrixClient
import Testing
import ViewModels

@testable import Engine
@testable import Messenger
@testable import Presentation

/// Tests the available actions while the account is logged out.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct LoggedOutTests {
    /// The session may have ended unnoticed, and text that is typed for the form must not become a line.
    @Test func loginFormOpensEvenWhenLoggedIn() async throws {
        let bench = try Workbench(login: .refusing("No."))
        let seen = Seen<LoginViewModel>(bench.events.login)
        bench.queue.open()
        bench.queue.post(ConnectionEvent.changed(.online))
        #expect(reason(bench) == nil)
        bench.queue.post(LoginEvent.opened)
        bench.frames.deliver()
        #expect(bench.state.navigation.screen == .login)
        #expect(seen.last?.shouldShowBusy == true && seen.last?.logIn.reason != nil)
        bench.queue.post(LoginEvent.answered(.isNotMissing))
        bench.frames.deliver()
        #expect(seen.last?.shouldShowBusy == false && seen.last?.errorText == "You are logged in. Esc leads back")
        #expect(seen.last?.logIn.reason == "You are logged in. Esc leads back")
        bench.queue.post(ConnectionEvent.changed(.stopped(.loggedOut(isSoft: true))))
        bench.frames.deliver()
        #expect(seen.last?.logIn.reason == nil)
    }

    @Test func localAccountHasNoPasswordLogin() throws {
        let bench = try Workbench()
        bench.queue.open()
        bench.queue.post(ConnectionEvent.changed(.stopped(.loggedOut(isSoft: false))))
        #expect(reason(bench)?.contains("lives on this machine") == true)
    }

    @Test func statusExplainsHowToLogInAgain() throws {
        let bench = try Workbench(login: .refusing("No."))
        let seen = Seen<ConnectionViewModel>(bench.events.connection)
        bench.queue.open()
        bench.queue.post(ConnectionEvent.changed(.stopped(.loggedOut(isSoft: true))))
        bench.frames.deliver()
        #expect(seen.last?.status.filled { $0.rawValue } == "logged out: log-in logs in again")
        #expect(seen.last?.tryNow.reason == "You are logged out: log in again first")
    }

    @Test func refusedLoginShowsReasonAndCanBeRetried() async throws {
        let bench = try Workbench(login: .refusing("Check both and try again"))
        let seen = Seen<LoginViewModel>(bench.events.login)
        bench.queue.open()
        bench.queue.post(ConnectionEvent.changed(.stopped(.loggedOut(isSoft: true))))
        bench.queue.post(LoginEvent.opened)
        #expect(bench.state.navigation.screen == .login)
        bench.queue.post(LoginEvent.form(.submitted(LoginViewModel.Fields(password: "beans"))))
        #expect(bench.state.login.isBusy)
        while bench.state.login.isBusy { await Task.yield() }
        bench.frames.deliver()
        #expect(seen.last?.errorText == "Check both and try again")
        #expect(seen.last?.fields == [.password])
        #expect(bench.state.navigation.screen == .login)
    }

    @Test(arguments: [
        MatrixClientError.loggedOut(isSoft: false),
        .matrix(MatrixError(.userDeactivated, "Gone."), status: 403, retryAfterMilliseconds: nil),
    ])
    func endedSessionNamesFileWithUnsentText(error: MatrixClientError) async throws {
        let path = "/home/ana/profiles/ana@x/unsent-2026-11-21T1200.txt"
        let bench = try Workbench(login: .givingUp(.written(path: path)))
        let notice = Seen<NoticeViewModel>(bench.events.notice)
        let page = Seen<PageViewModel>(bench.events.page)
        bench.queue.open()
        bench.queue.post(ConnectionEvent.changed(.stopped(error)))
        while bench.state.login.isGivingUp { await Task.yield() }
        bench.frames.deliver()
        #expect(notice.last?.text == "Unsent words are kept in unsent-2026-11-21T1200.txt")
        notice.last?.goThere()
        bench.frames.deliver()
        #expect(page.last?.sections.flatMap(\.lines).contains(DisplayText(sanitizing: path)) == true)
        notice.last?.dismiss()
        bench.frames.deliver()
        #expect(notice.last?.text == .empty)
    }

    @Test func loginFormNamesUnsentTextFileAndNewDevice() async throws {
        let bench = try Workbench(login: .givingUp(.written(path: "/profiles/ana@x/unsent.txt")))
        let login = Seen<LoginViewModel>(bench.events.login)
        bench.queue.open()
        bench.queue.post(ConnectionEvent.changed(.stopped(.loggedOut(isSoft: false))))
        bench.queue.post(LoginEvent.opened)
        bench.frames.deliver()
        #expect(login.last?.logIn.reason == "What was not sent is being written to a file")
        while bench.state.login.isGivingUp { await Task.yield() }
        bench.frames.deliver()
        #expect(login.last?.logIn.reason == nil)
        #expect(login.last?.note == "What was not sent is in /profiles/ana@x/unsent.txt")
        #expect(login.last?.introduction.string.contains("as a new device") == true)
    }

    @Test func failedUnsentTextFileIsReported() async throws {
        let bench = try Workbench(login: .givingUp(.failed(OtherReason("The disk is full"))))
        let notice = Seen<NoticeViewModel>(bench.events.notice)
        bench.queue.open()
        bench.queue.post(ConnectionEvent.changed(.stopped(.loggedOut(isSoft: false))))
        while bench.state.login.isGivingUp { await Task.yield() }
        bench.frames.deliver()
        #expect(notice.last?.text == "No file of unsent words: The disk is full")
    }

    @Test func softLogoutWritesNoFile() throws {
        let bench = try Workbench(login: .givingUp(.written(path: "/unsent.txt")))
        bench.queue.open()
        bench.queue.post(ConnectionEvent.changed(.stopped(.loggedOut(isSoft: true))))
        #expect(!bench.state.login.isGivingUp)
        #expect(!bench.state.login.unsent.isNeeded)
    }

    @Test func deactivatedAccountOffersNoLogin() throws {
        let bench = try Workbench(login: .refusing("No."))
        bench.queue.open()
        let gone = MatrixError(.userDeactivated, "Gone.")
        bench.queue.post(
            ConnectionEvent.changed(.stopped(.matrix(gone, status: 403, retryAfterMilliseconds: nil))))
        #expect(reason(bench) == "This account was deactivated")
    }

    @Test func emptyPasswordShowsServersLoginMethods() async throws {
        let tea = LoginMethod.singleSignOn(IdentityProvider(id: "tea", name: "Tea house"))
        let bench = try Workbench(login: .offering([.password, tea]))
        let seen = Seen<LoginViewModel>(bench.events.login)
        bench.queue.open()
        bench.queue.post(ConnectionEvent.changed(.stopped(.loggedOut(isSoft: true))))
        bench.queue.post(LoginEvent.opened)
        bench.queue.post(LoginEvent.form(.submitted(LoginViewModel.Fields())))
        while bench.state.login.stage != .methods { await Task.yield() }
        bench.frames.deliver()
        #expect(seen.last?.methods.map(\.title) == ["Password", "Tea house, in a browser"])
        #expect(seen.last?.fields == [])

        seen.last?.methods.last?.choose()
        while bench.state.login.stage != .browser { await Task.yield() }
        bench.frames.deliver()
        #expect(seen.last?.address == "https://example.org/sso")
        bench.queue.post(LoginEvent.form(.submitted(LoginViewModel.Fields(address: "elsewhere"))))
        #expect(bench.state.login.error as? InvalidLoginReason == .wrongAddress)
        // Esc cancels the browser login, then returns to the beginning, then leaves.
        bench.queue.post(LoginEvent.form(.left))
        #expect(bench.state.login.stage == .methods && !bench.state.login.isBusy)
        bench.queue.post(LoginEvent.form(.chosen(.password)))
        #expect(bench.state.login.stage == .password)
        bench.queue.post(LoginEvent.form(.left))
        #expect(bench.state.login.stage == .methods)
        bench.queue.post(LoginEvent.form(.left))
        #expect(bench.state.login.stage == .password && bench.state.navigation.screen == .login)
        bench.queue.post(LoginEvent.form(.left))
        #expect(bench.state.navigation.screen == .chats)
    }

    @Test func passwordIsNotSentIfServerOffersNoPasswordLogin() async throws {
        let bench = try Workbench(login: .offering([.token]))
        bench.queue.open()
        bench.queue.post(ConnectionEvent.changed(.stopped(.loggedOut(isSoft: true))))
        bench.queue.post(LoginEvent.opened)
        bench.queue.post(LoginEvent.form(.submitted(LoginViewModel.Fields(password: "beans"))))
        while bench.state.login.stage != .token { await Task.yield() }
        bench.queue.post(LoginEvent.form(.submitted(LoginViewModel.Fields(token: "t"))))
        while bench.state.login.error == nil { await Task.yield() }
        #expect(bench.state.login.error?.message == "chose Login token")
    }

    private func reason(_ bench: Workbench) -> String? {
        let environment = bench.environment
        return NavigationBuilder(
            content: NavigationContent(
                bench.state, hasLogin: environment.login != nil, hasEncryption: false,
                hasOwnServer: environment.sharing != nil), queue: bench.queue, quit: {}
        ).build()
            .actions.logIn.reason?.string
    }
}

extension AccountLogin {
    @MainActor
    fileprivate static func refusing(_ reason: String) -> AccountLogin {
        AccountLogin(server: "https://example.org") { _, _ in .failed(OtherReason(reason)) }
    }

    /// Returns a login to a server that offers these methods, and then refuses the chosen one.
    @MainActor
    fileprivate static func offering(_ methods: [LoginMethod]) -> AccountLogin {
        AccountLogin(server: "https://example.org") { dialogue, _ in
            let offer = LoginOffer(
                homeserver: .url("https://example.org"), user: "@ana:example.org", methods: methods)
            guard let choice = try? await dialogue.choose(offer) else { return .failed(OtherReason("given up")) }
            if case .singleSignOn = choice {
                await dialogue.visit(BrowserLogin(address: "https://example.org/sso", minutes: 5) { $0 == "back" })
                try? await Task.sleep(for: .seconds(3_600))
            }
            return .failed(OtherReason("chose \(choice.method.text)"))
        }
    }

    @MainActor
    fileprivate static func givingUp(_ file: UnsentFile) -> AccountLogin {
        AccountLogin(server: "https://example.org", giveUp: { file }) { _, _ in .failed(OtherReason("No.")) }
    }
}
