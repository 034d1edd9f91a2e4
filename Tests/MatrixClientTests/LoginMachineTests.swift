import MatrixAPI
import Testing

@testable import MatrixClient

/// Tests the instructions of a login, without a network.
@Suite(.timeLimit(.minutes(5))) struct LoginMachineTests {
    private static let home = HomeserverLocation.url("https://matrix.example.org")
    private static let session = Session(userID: "@ana:example.org", accessToken: "t", deviceID: "D")
    private static let password = LoginFlows(types: ["m.login.sso", "m.login.password"])
    private static let offer = LoginOffer(
        homeserver: home, user: "@ana:example.org", methods: [.password, .singleSignOn(nil)])
    private static let choice = LoginChoice.password(user: "@ana:example.org", password: "p")
    private static let credential = LoginCredential.password(user: "@ana:example.org", password: "p")

    @Test func matrixIDIsEnoughWhenWellKnownNamesTheServer() {
        var machine = LoginMachine(user: " @ana:example.org ", address: "", allowsInsecure: false)
        #expect(machine.handle(.started) == .lookUp(serverName: "example.org", allowsInsecure: false))
        #expect(machine.handle(.lookedUp(.homeserver(Self.home))) == .requestFlows(Self.home))
        #expect(machine.handle(.flows(Self.password)) == .choose(Self.offer))
        #expect(machine.handle(.chosen(Self.choice)) == .logIn(Self.home, Self.credential))
        #expect(machine.handle(.loggedIn(Self.session)) == .finish(Self.session, at: Self.home))
    }

    @Test func matrixIDMayOmitItsAtSign() {
        var machine = LoginMachine(user: "ana:example.org", address: "", allowsInsecure: false)
        #expect(machine.handle(.started) == .lookUp(serverName: "example.org", allowsInsecure: false))
        _ = machine.handle(.lookedUp(.homeserver(Self.home)))
        #expect(machine.handle(.flows(Self.password)) == .choose(Self.offer))
    }

    @Test func serverNameIsUsedWithoutWellKnown() {
        var machine = lookingUp("@ana:example.org:8448")
        #expect(machine.handle(.lookedUp(.ignore)) == .requestFlows(.url("https://example.org:8448")))
    }

    @Test func serverNameWithoutAHomeserverAsksForAnAddress() {
        var machine = lookingUp("@ana:example.org")
        _ = machine.handle(.lookedUp(.ignore))
        let answer = machine.handle(.failed(.notMatrix(status: 404)))
        guard case .fail(.addressNeeded("example.org", _)) = answer else {
            Issue.record("\(answer)")
            return
        }
    }

    @Test func invalidWellKnownAsksForAnAddress() {
        var machine = lookingUp("@ana:example.org")
        let answer = machine.handle(.lookedUp(.failPrompt(.unnamed)))
        let problem = LoginError.addressNeeded(server: "example.org", .unnamed)
        #expect(answer == .fail(problem))
        #expect(problem.asksForAddress)
    }

    @Test(arguments: ["", "example.org"])
    func unusableWellKnownAddressStopsTheLogin(address: String) {
        var machine = lookingUp("@ana:example.org", address)
        let answer = machine.handle(.lookedUp(.failError(.badAddress("nowhere"))))
        #expect(answer == .fail(.unusableServer(server: "example.org", .badAddress("nowhere"))))
        #expect(!LoginError.unusableServer(server: "example.org", .unnamed).asksForAddress)
    }

    @Test func typedServerNameIsUsedWhenWellKnownFails() {
        for answer in [WellKnownResult.ignore, .failPrompt(.unreadableAnswer)] {
            var machine = lookingUp("ana", "matrix.example.org")
            #expect(machine.handle(.lookedUp(answer)) == .requestFlows(Self.home))
            #expect(machine.handle(.failed(.notMatrix(status: 404))) == .fail(.client(.notMatrix(status: 404))))
        }
    }

    @Test(arguments: ["https://matrix.example.org", "https://matrix.example.org/"])
    func typedURLIsUsedWithoutALookup(address: String) {
        var machine = LoginMachine(user: "ana", address: address, allowsInsecure: false)
        #expect(machine.handle(.started) == .requestFlows(Self.home))
    }

    @Test func plainHTTPToAnotherHostRequiresPermission() {
        var strict = LoginMachine(user: "ana", address: "http://example.org", allowsInsecure: false)
        #expect(strict.handle(.started) == .fail(.client(.insecure(address: "http://example.org"))))
        var loose = LoginMachine(user: "ana", address: "http://example.org", allowsInsecure: true)
        #expect(loose.handle(.started) == .requestFlows(.url("http://example.org")))
    }

    @Test func missingServerAsksForAnAddress() {
        var machine = LoginMachine(user: "ana", address: "", allowsInsecure: false)
        #expect(machine.handle(.started) == .fail(.noServer))
        #expect(LoginError.noServer.asksForAddress)
    }

    @Test func unsupportedLoginFlowsAreReported() {
        let offers = [LoginFlows(types: ["org.example.riddle"]), LoginFlows(types: [])]
        for flows in offers {
            var machine = lookingUp("@ana:example.org")
            _ = machine.handle(.lookedUp(.homeserver(Self.home)))
            #expect(machine.handle(.flows(flows)) == .fail(.noWayIn(flows)))
        }
    }

    @Test func singleSignOnIsUnavailableOverASocket() {
        let flows = LoginFlows(types: ["m.login.sso"])
        var machine = LoginMachine(user: "@ana:example.org", at: .unixSocket(path: "/run/x"))
        _ = machine.handle(.started)
        #expect(machine.handle(.flows(flows)) == .fail(.noWayIn(flows)))
    }

    @Test func loginMethodThatWasNotOfferedIsRefused() {
        for choice in [LoginChoice.token("t"), .singleSignOn(IdentityProvider(id: "tea", name: "Tea"))] {
            var machine = choosing()
            #expect(machine.handle(.chosen(choice)) == .fail(.notOffered(choice.method)))
        }
    }

    @Test func singleSignOnTokenLogsIn() {
        var machine = choosing()
        #expect(machine.handle(.chosen(.singleSignOn(nil))) == .visit(Self.home, nil))
        #expect(machine.handle(.returned(token: "t1")) == .logIn(Self.home, .token("t1")))
        #expect(machine.handle(.loggedIn(Self.session)) == .finish(Self.session, at: Self.home))
    }

    @Test func refusedLoginTokenIsNotAWrongPassword() {
        var machine = choosing()
        _ = machine.handle(.chosen(.singleSignOn(nil)))
        _ = machine.handle(.returned(token: "t1"))
        #expect(machine.handle(.failed(error("M_FORBIDDEN", 403))) == .fail(.tokenRefused))
    }

    @Test func serverWithoutTheLoginAPIOffersNoLogin() {
        var machine = lookingUp("@ana:example.org")
        _ = machine.handle(.lookedUp(.homeserver(Self.home)))
        let answer = machine.handle(.failed(error("M_UNRECOGNIZED", 404)))
        #expect(answer == .fail(.noWayIn(LoginFlows(types: []))))
    }

    @Test func addressInTheLoginResponseMovesTheAccount() {
        let session = Session(
            userID: "@ana:example.org", accessToken: "t", deviceID: "D", baseURL: "https://new.example.org/")
        var machine = loggingIn()
        let new = HomeserverLocation.url("https://new.example.org")
        #expect(machine.handle(.loggedIn(session)) == .check(new))
        #expect(machine.handle(.checked(isHomeserver: true)) == .finish(session, at: new))
    }

    @Test(arguments: ["http://new.example.org", "new.example.org", "nonsense", "unix:/run/x"])
    func unusableAddressInTheLoginResponseIsIgnored(baseURL: String) {
        let session = Session(userID: "@ana:example.org", accessToken: "t", deviceID: "D", baseURL: baseURL)
        var machine = loggingIn()
        #expect(machine.handle(.loggedIn(session)) == .finish(session, at: Self.home))
    }

    @Test func unreachableAddressInTheLoginResponseIsIgnored() {
        let session = Session(
            userID: "@ana:example.org", accessToken: "t", deviceID: "D", baseURL: "https://new.example.org")
        var machine = loggingIn()
        _ = machine.handle(.loggedIn(session))
        #expect(machine.handle(.failed(.unreachable(.brokeOff))) == .finish(session, at: Self.home))
    }

    @Test func shortPauseIsWaitedOutAndALongOneIsReported() {
        var machine = loggingIn()
        #expect(machine.handle(.failed(pause(2_000))) == .wait(milliseconds: 2_000))
        #expect(machine.handle(.waited) == .logIn(Self.home, Self.credential))
        #expect(machine.handle(.failed(pause(0))) == .wait(milliseconds: 1_000))
        _ = machine.handle(.waited)
        #expect(machine.handle(.failed(pause(331_000))) == .fail(.pauseNeeded(milliseconds: 331_000)))
    }

    @Test func repeatedPausesStopAfterThreeAttempts() {
        var machine = loggingIn()
        var tries = 0
        while machine.handle(.failed(pause(1_000))) == .wait(milliseconds: 1_000) {
            _ = machine.handle(.waited)
            tries += 1
        }
        #expect(tries == 3)
    }

    @Test func accountErrorsAreReportedSpecifically() {
        var machine = loggingIn()
        #expect(machine.handle(.failed(.wrongPassword)) == .fail(.client(.wrongPassword)))
        machine = loggingIn()
        #expect(machine.handle(.failed(error("M_USER_DEACTIVATED", 403))) == .fail(.deactivated))
    }

    @Test func repeatedLoginStaysAtTheKnownServer() {
        let session = Session(
            userID: "@ana:example.org", accessToken: "t", deviceID: "D", baseURL: "https://new.example.org")
        var machine = LoginMachine(user: "@ana:example.org", at: .unixSocket(path: "/run/x"))
        #expect(machine.handle(.started) == .requestFlows(.unixSocket(path: "/run/x")))
        _ = machine.handle(.flows(Self.password))
        _ = machine.handle(.chosen(Self.choice))
        #expect(machine.handle(.loggedIn(session)) == .finish(session, at: .unixSocket(path: "/run/x")))
    }

    private func lookingUp(_ user: String, _ address: String = "") -> LoginMachine {
        var machine = LoginMachine(user: user, address: address, allowsInsecure: false)
        _ = machine.handle(.started)
        return machine
    }

    private func choosing() -> LoginMachine {
        var machine = lookingUp("@ana:example.org")
        _ = machine.handle(.lookedUp(.homeserver(Self.home)))
        _ = machine.handle(.flows(Self.password))
        return machine
    }

    private func loggingIn() -> LoginMachine {
        var machine = choosing()
        _ = machine.handle(.chosen(Self.choice))
        return machine
    }

    private func error(_ code: String, _ status: Int) -> MatrixClientError {
        .matrix(MatrixError(MatrixError.Code(rawValue: code), "No."), status: status, retryAfterMilliseconds: nil)
    }

    private func pause(_ milliseconds: Int64) -> MatrixClientError {
        .matrix(MatrixError(.limitExceeded, "Slowly."), status: 429, retryAfterMilliseconds: milliseconds)
    }
}
