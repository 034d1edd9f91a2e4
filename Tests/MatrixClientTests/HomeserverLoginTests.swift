import MatrixAPI
import Synchronization
import Testing

@testable import MatrixClient

/// Tests a login with servers whose responses the test scripts.
@Suite(.timeLimit(.minutes(5))) struct HomeserverLoginTests {
    private static let flows = "/_matrix/client/v3/login"
    private static let wellKnown = "/.well-known/matrix/client"
    private static let versions = "/_matrix/client/versions"

    @Test func loginFollowsWellKnownToTheHomeserver() async throws {
        let server = try homeserver(letsIn: #"{"user_id":"@ana:example.org","device_id":"D","access_token":"t"}"#)
        let site = try ScriptedServer.answering([Self.wellKnown: Self.pointer(to: server)])
        let machine = LoginMachine(user: "@ana:127.0.0.1:\(site.port)", address: "", allowsInsecure: false)
        let (session, homeserver) = try await HomeserverLogin(deviceName: "d", dialogue: .password("p")).run(machine)
        #expect(session.accessToken == "t")
        #expect(homeserver == .url(server.address))
        #expect(site.requests.count == 1)
        #expect(site.requests.allSatisfy { $0.body.isEmpty })
    }

    @Test func passwordIsNotSentToAServerWithoutPasswordLogin() async throws {
        let server = try ScriptedServer.answering([
            Self.flows: .http(200, #"{"flows":[{"type":"m.login.sso"}]}"#)
        ])
        await #expect(throws: LoginError.notOffered(.password)) {
            try await HomeserverLogin(deviceName: "d", dialogue: .password("p")).run(
                LoginMachine(user: "ana", address: server.address, allowsInsecure: false))
        }
        #expect(server.requests.count == 1)
        #expect(server.requests.allSatisfy { $0.head.hasPrefix("GET ") })
    }

    @Test func loginCountsDownARequestedPauseAndContinues() async throws {
        let refusals = Atomic(0)
        let server = try ScriptedServer { request, conversation in
            let answer: String =
                if request.head.hasPrefix("GET") {
                    .http(200, #"{"flows":[{"type":"m.login.password"}]}"#)
                } else if refusals.add(1, ordering: .relaxed).oldValue == 0 {
                    .http(429, #"{"errcode":"M_LIMIT_EXCEEDED","retry_after_ms":1500}"#)
                } else {
                    .http(200, #"{"user_id":"@ana:example.org","device_id":"D","access_token":"t"}"#)
                }
            conversation.say(Array(answer.utf8))
        }
        let steps = Steps()
        let login = HomeserverLogin(deviceName: "d", dialogue: .password("p", report: { steps.append($0) }))
        let (session, _) = try await login.run(
            LoginMachine(user: "ana", address: server.address, allowsInsecure: false))
        #expect(session.accessToken == "t")
        let pauses = steps.all.filter { if case .pausing = $0 { true } else { false } }
        #expect(pauses == [.pausing(seconds: 2), .pausing(seconds: 1)])
    }

    @Test func loginTokenIsExchangedOnce() async throws {
        let server = try ScriptedServer { request, conversation in
            let answer: String =
                request.head.hasPrefix("GET")
                ? .http(200, #"{"flows":[{"type":"m.login.token"}]}"#) : .http(200, Self.session)
            conversation.say(Array(answer.utf8))
        }
        let dialogue = LoginDialogue(choose: { _ in .token("once") })
        let (session, _) = try await HomeserverLogin(deviceName: "d", dialogue: dialogue).run(
            LoginMachine(user: "", address: server.address, allowsInsecure: false))
        #expect(session.userID == "@ana:example.org")
        let logins = server.requests.filter { $0.head.hasPrefix("POST") }
        #expect(logins.count == 1)
        let body = try JSONValue(parsing: Array((logins.first?.body ?? "").utf8))
        #expect(body["type"]?.string == "m.login.token" && body["token"]?.string == "once")
        #expect(body["refresh_token"]?.bool == true)
        #expect(server.requests.allSatisfy { !$0.head.contains("once") })
    }

    @Test func singleSignOnReturnsATokenFromTheBrowser() async throws {
        let flows = #"""
            {"flows":[{"type":"m.login.sso","oauth_aware_preferred":true,"identity_providers":[
            {"id":"tea","name":"Tea house"},{"id":"..","name":"up"},{"id":"a/b","name":"aside"},{"id":"x"}]},
            {"type":"m.login.password"},{"type":"m.login.token"}]}
            """#
        let server = try ScriptedServer { request, conversation in
            let answer: String = request.head.hasPrefix("GET") ? .http(200, flows) : .http(200, Self.session)
            conversation.say(Array(answer.utf8))
        }
        let tea = IdentityProvider(id: "tea", name: "Tea house")
        let dialogue = LoginDialogue(
            choose: { offer in
                // An identifier that can't be a path component is no provider. The other methods are for programs
                // that can't use single sign-on.
                #expect(offer.methods == [.singleSignOn(tea)])
                return .singleSignOn(tea)
            },
            visit: { visit in
                let start = server.address + "/_matrix/client/v3/login/sso/redirect/tea?redirectUrl="
                #expect(visit.address.hasPrefix(start) && visit.address.hasSuffix("&action=login"))
                let redirect = visit.address.dropFirst(start.count).prefix { $0 != "&" }
                let end = String(redirect).percentDecoded() ?? ""
                #expect(end.hasPrefix("http://127.0.0.1:"))
                #expect(!visit.accept(end + "x?loginToken=no"))
                #expect(visit.accept(end + "?loginToken=a%2Fb"))
            })
        _ = try await HomeserverLogin(deviceName: "d", dialogue: dialogue).run(
            LoginMachine(user: "", address: server.address, allowsInsecure: false))
        let login = server.requests.last?.body ?? ""
        #expect(try JSONValue(parsing: Array(login.utf8))["token"]?.string == "a/b")
    }

    private static let session = #"{"user_id":"@ana:example.org","device_id":"D","access_token":"t"}"#

    private static let silent = LoginDialogue { _ in throw LoginError.client(.cancelled) }

    @Test func registrationFindsItsServerThroughWellKnown() async throws {
        let server = try ScriptedServer { request, conversation in
            let isAsked = request.target.hasPrefix("/_matrix/client/v3/register")
            let body = request.body
            let answer: String =
                if !isAsked {
                    .http(200, #"{"versions":["v1.11"]}"#)
                } else if body.contains("m.login.dummy") {
                    .http(200, #"{"user_id":"@ana:example.org","device_id":"D","access_token":"t"}"#)
                } else {
                    .http(401, #"{"flows":[{"stages":["m.login.dummy"]}],"params":{},"session":"s"}"#)
                }
            conversation.say(Array(answer.utf8))
        }
        let site = try ScriptedServer.answering([Self.wellKnown: Self.pointer(to: server)])
        let machine = LoginMachine(user: "@ana:127.0.0.1:\(site.port)", address: "", allowsInsecure: false)
        let login = HomeserverLogin(deviceName: "Confab on laptop", dialogue: Self.silent)
        let (session, homeserver) = try await login.register(machine, name: "ana", password: "p", token: nil)
        #expect(session.accessToken == "t")
        #expect(homeserver == .url(server.address))
        #expect(site.requests.allSatisfy { $0.body.isEmpty })
        let sent = server.requests.map(\.body)
        #expect(sent.contains { $0.contains(#""username":"ana""#) && $0.contains("Confab on laptop") })
    }

    @Test func unsupportedRegistrationStagesAreNamed() async throws {
        let server = try ScriptedServer.answering([
            "/_matrix/client/v3/register": .http(
                401, #"{"flows":[{"stages":["m.login.recaptcha","m.login.terms"]}],"session":"s"}"#)
        ])
        let login = HomeserverLogin(deviceName: "d", dialogue: Self.silent)
        let problem = await #expect(throws: LoginError.self) {
            try await login.register(
                LoginMachine(user: "ana", address: server.address, allowsInsecure: false), name: "ana", password: "p",
                token: nil)
        }
        #expect(problem == .client(.registrationNeeds(stages: ["m.login.recaptcha", "m.login.terms"])))
    }

    private func homeserver(letsIn session: String) throws -> ScriptedServer {
        try ScriptedServer { request, conversation in
            let path = String(request.target.prefix { $0 != "?" })
            let answer: String =
                switch path {
                case Self.versions: .http(200, #"{"versions":["v1.18"]}"#)
                case Self.flows where request.head.hasPrefix("GET"):
                    .http(200, #"{"flows":[{"type":"m.login.password"}]}"#)
                case Self.flows: .http(200, session)
                default: .http(404, #"{"errcode":"M_UNRECOGNIZED"}"#)
                }
            conversation.say(Array(answer.utf8))
        }
    }

    private static func pointer(to server: ScriptedServer) -> String {
        .http(200, #"{"m.homeserver":{"base_url":"\#(server.address)"}}"#)
    }

    private final class Steps: Sendable {
        private let seen = Mutex<[LoginStep]>([])
        var all: [LoginStep] { seen.withLock { $0 } }
        func append(_ step: LoginStep) { seen.withLock { $0.append(step) } }
    }
}

extension LoginDialogue {
    /// Returns a dialogue for a user who has only a password.
    fileprivate static func password(
        _ password: String, report: @escaping @Sendable (LoginStep) -> Void = { _ in }
    ) -> LoginDialogue {
        LoginDialogue(
            report: { report($0) }, choose: { .password(user: $0.user, password: password) })
    }
}
