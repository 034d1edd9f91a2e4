import MatrixClient
import Testing
import ViewModels

@testable import Messenger

/// What can be done while nobody is logged in.
@MainActor
@Suite struct LoggedOutTests {
    @Test func theWayBackIsOfferedOnceTheSessionEnded() throws {
        let bench = try Workbench(login: .refusing("No."))
        #expect(reason(bench)?.contains("You are logged in") == true)
        bench.queue.open(to: bench.routers)
        bench.queue.post(ConnectionEvent.changed(.stopped(.loggedOut(isSoft: true))))
        #expect(reason(bench) == nil)
        bench.queue.post(ConnectionEvent.changed(.online))
        #expect(reason(bench) != nil)
    }

    @Test func anAccountOfThisMachineHasNoPassword() throws {
        let bench = try Workbench()
        bench.queue.open(to: bench.routers)
        bench.queue.post(ConnectionEvent.changed(.stopped(.loggedOut(isSoft: false))))
        #expect(reason(bench)?.contains("lives on this machine") == true)
    }

    @Test func theStatusSaysHowToGetInAgain() throws {
        let bench = try Workbench(login: .refusing("No."))
        let seen = Seen<ConnectionViewModel>(bench.events.connection)
        bench.queue.open(to: bench.routers)
        bench.queue.post(ConnectionEvent.changed(.stopped(.loggedOut(isSoft: true))))
        bench.frames.deliver()
        #expect(seen.last?.status == "logged out: ^O l logs in again")
        #expect(seen.last?.tryNow.reason == "You are logged out: log in again first")
    }

    @Test func aRefusedLoginSaysWhyAndCanBeTriedAgain() async throws {
        let bench = try Workbench(login: .refusing("Check both and try again"))
        let seen = Seen<LoginViewModel>(bench.events.login)
        bench.queue.open(to: bench.routers)
        bench.queue.post(ConnectionEvent.changed(.stopped(.loggedOut(isSoft: true))))
        bench.queue.post(LoginEvent.opened)
        #expect(bench.models.navigation.screen == .login)
        bench.queue.post(LoginEvent.submitted(password: "beans"))
        #expect(bench.models.login.isBusy)
        while bench.models.login.isBusy { await Task.yield() }
        bench.frames.deliver()
        #expect(seen.last?.errorText == "Check both and try again")
        #expect(seen.last?.fields == [.password])
        #expect(bench.models.navigation.screen == .login)
    }

    private func reason(_ bench: Workbench) -> String? {
        let surroundings = bench.surroundings
        return NavigationBuilder(models: bench.models, queue: bench.queue, surroundings: surroundings).build()
            .actions.logIn.reason?.string
    }
}

extension AccountLogin {
    @MainActor
    fileprivate static func refusing(_ reason: String) -> AccountLogin {
        AccountLogin(server: "https://example.org") { _, _, _ in .failed(reason: reason) }
    }
}

/// The last view model of an event.
@MainActor
private final class Seen<Model> {
    private(set) var last: Model?

    init(_ event: Event<Model>) {
        event.subscribe(self) { seen, model in seen.last = model }
    }
}
