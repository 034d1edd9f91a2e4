import Foundation
import Glibc
import TestSupport
import Testing

extension NothingLost {
    /// Tests that a server without a valid certificate gets no byte of a token, password or line, and that the user
    /// learns the reason.
    @Suite(
        .serialized, .timeLimit(.minutes(10)),
        .enabled(if: Certificates.openssl != nil, "left out: it makes its certificates with openssl, which is missing"))
    struct CertificateTests {
        enum Flaw: String, CaseIterable, Sendable {
            case expired, wrongHost, unknownAuthority

            /// The short form of the reason.
            var reason: String {
                switch self {
                case .expired: "its certificate has expired"
                case .wrongHost: "its certificate is for another name"
                case .unknownAuthority: "its certificate is from an unknown authority"
                }
            }

            /// The text in the status line of a running program, which asks no question.
            var standing: String {
                self == .unknownAuthority ? "unknown certificate, see SSL_CERT_FILE" : reason
            }

            /// The advice on how to solve the problem.
            var advice: String {
                switch self {
                case .expired: "Check this machine's clock, or tell who runs the server"
                case .wrongHost: "Check the address"
                case .unknownAuthority: "Check the address; SSL_CERT_FILE in confab(1) adds authorities"
                }
            }

            func identity(of authority: Certificates, stranger: Certificates) throws -> Certificates.Identity {
                switch self {
                case .expired: try authority.vouch(for: "DNS:localhost", days: -1)
                case .wrongHost: try authority.vouch(for: "DNS:example.org")
                case .unknownAuthority: try stranger.vouch(for: "DNS:localhost")
                }
            }
        }

        @Test func invalidCertificateBlocksSendingWhileRunning() async throws {
            try await withAuthorities { authority, stranger in
                let good = try authority.vouch(for: "DNS:localhost")
                let conversation = try await Conversation(
                    hasProxy: true, certificate: good, environment: ["SSL_CERT_FILE": authority.authority])
                let (ana, proxy) = (conversation.ana, try conversation.proxy)
                var said = ["n001"]
                try await ana.say("n001")
                try await conversation.expectNothingLost(ana: said)
                for (number, flaw) in Flaw.allCases.enumerated() {
                    try proxy.show(flaw.identity(of: authority, stranger: stranger))
                    proxy.cut()
                    try await ana.screen.waitUntil("“\(flaw.standing)” at the top") {
                        $0.statusLine.contains(flaw.standing)
                    }
                    let requests = proxy.count(of: .anything)
                    let line = Conversation.line(2 + number)
                    try await ana.say(line)
                    try await ana.screen.waitFor(line, endingIn: "unsent")
                    let connections = proxy.connectionsMade
                    try ana.screen.send(.control("o"))
                    try ana.screen.send("t")
                    try await proxy.waitForConnections(connections + 1)
                    try await ana.screen.waitUntil("“\(flaw.standing)” after another try") {
                        $0.statusLine.contains(flaw.standing)
                    }
                    #expect(proxy.count(of: .anything) == requests)
                    try proxy.show(good)
                    try ana.screen.send(.control("o"))
                    try ana.screen.send("t")
                    said.append(line)
                    try await conversation.expectNothingLost(ana: said)
                }
            }
        }

        @Test func loginCommandReportsAnInvalidCertificate() async throws {
            let server = try await ServerProcess()
            try await withAuthorities { authority, stranger in
                for flaw in Flaw.allCases {
                    let proxy = try await FaultProxy(
                        to: server.address, as: flaw.identity(of: authority, stranger: stranger))
                    let ana = try PersonAtScreen("ana")
                    let result = try await ana.run(
                        ["login", proxy.address, "--user", "ana"], input: "beans\n",
                        environment: ["SSL_CERT_FILE": authority.authority])
                    #expect(result.exit == .status(69))
                    #expect(result.errors.contains("\(flaw.reason). \(flaw.advice)"), "\(result.errors)")
                    #expect(result.errors.split(separator: "\n").count == 1)
                    #expect(proxy.count(of: .anything) == 0)
                }
            }
        }

        @Test func loginFormReportsAnInvalidCertificate() async throws {
            let server = try await ServerProcess()
            try await withAuthorities { authority, stranger in
                let proxy = try await FaultProxy(to: server.address, as: authority.vouch(for: "DNS:example.org"))
                let ana = try PersonAtScreen("ana")
                let screen = try await ana.openToLogIn(environment: ["SSL_CERT_FILE": authority.authority])
                try await screen.waitFor("Matrix ID")
                // Input is not typed ahead, because the form drops keys that were typed before the focus moved to
                // the field.
                for text in ["ana", proxy.address] {
                    screen.send(text)
                    screen.send(.enter)
                    if text == "ana" { try await screen.waitFor("Which homeserver?") }
                }
                // The message takes more than one row.
                try await screen.waitFor("its certificate is for another")
                #expect(proxy.count(of: .anything) == 0)
                for flaw in [Flaw.expired, .unknownAuthority] {
                    try proxy.show(flaw.identity(of: authority, stranger: stranger))
                    screen.send(.enter)
                    try await screen.waitFor(flaw == .expired ? "has expired" : "unknown")
                }
                #expect(proxy.count(of: .anything) == 0)
            }
        }

        @Test func plainHTTPToAnotherHostNamesTheRequiredFlag() async throws {
            let ana = try PersonAtScreen("ana")
            // A documentation address, at which no host exists. No request is sent.
            for options in [[], ["--register"]] {
                let result = try await ana.run(
                    ["login", "http://192.0.2.1:8008", "--user", "ana"] + options, input: "beans\nbeans\n")
                #expect(result.exit == .status(1))
                #expect(result.errors.contains("http://192.0.2.1:8008 is not encrypted"), "\(result.errors)")
                #expect(result.errors.contains("--insecure-http"))
            }
        }

        private func withAuthorities(_ body: (Certificates, Certificates) async throws -> Void) async throws {
            try await Certificates.run { authority in
                try await Certificates.run { stranger in try await body(authority, stranger) }
            }
        }
    }
}
