import Glibc
import MatrixAPI
import TestSupport
import Testing

@testable import MatrixClient

/// Tests that TLS certificates are always verified. A server without a valid one gets no byte of a request.
@Suite(
    .timeLimit(.minutes(5)),
    .enabled(if: Certificates.openssl != nil, "left out: it makes its certificates with openssl, which is missing"))
struct TLSRefusalTests {
    @Test func certificateOfUnknownAuthorityIsRejected() async throws {
        try await Certificates.run { certificates in
            try await expectRefusal(
                of: certificates.vouch(for: "DNS:localhost"), trusting: nil,
                .unknownAuthority
            )
        }
    }

    @Test func anExpiredCertificateIsRefused() async throws {
        try await Certificates.run { certificates in
            try await expectRefusal(
                of: certificates.vouch(for: "DNS:localhost", days: -1), trusting: certificates.authority,
                .expired)
        }
    }

    @Test(arguments: ["DNS:example.org", "DNS:*.localhost", "IP:127.0.0.2"])
    func aCertificateForAnotherNameIsRefused(name: String) async throws {
        try await Certificates.run { certificates in
            try await expectRefusal(
                of: certificates.vouch(for: name), trusting: certificates.authority,
                .otherName)
        }
    }

    @Test func ipAddressMatchesOnlyAnIPCertificate() async throws {
        try await Certificates.run { certificates in
            let authority = certificates.authority
            try await TLSProxy.run(certificates.vouch(for: "IP:127.0.0.1")) { proxy, server in
                let homeserver = HomeserverLocation.url("https://127.0.0.1:\(proxy.port)")
                let ana = try await Person.register("ana", on: server, at: homeserver, trusting: authority)
                let reader = Reader(ana)
                await reader.start()
                await reader.untilOnline()
                let stream = try await StreamConnector(
                    homeserver: homeserver, accessToken: ana.session.accessToken, filter: nil,
                    trust: TrustRoots(file: authority)
                ).open(since: try await ana.sync().nextBatch)
                stream.close()
                await reader.stop()
            }
            try await expectRefusal(
                of: certificates.vouch(for: "DNS:localhost"), trusting: authority, host: "127.0.0.1",
                .otherName)
        }
    }

    @Test func unreadableCAFileIsReported() async throws {
        try await Certificates.run { certificates in
            try await expectRefusal(
                of: certificates.vouch(for: "DNS:localhost"), trusting: certificates.authority + ".missing",
                .unreadableAuthorities
            )
        }
    }

    @Test func serverWithoutTLSIsRejected() async throws {
        try await TestServer.run { server in
            guard case .url(let plain) = await server.tcpHomeserver else { return }
            let client = HomeserverClient(homeserver: .url(plain.replacing("http:", with: "https:")))
            await #expect(
                throws: MatrixClientError.unreachable(.noCommonEncryption)
            ) { try await client.versions() }
            await client.shutdown()
        }
    }

    @Test func plainHTTPToAnotherHostRequiresTheFlag() throws {
        #expect(throws: MatrixClientError.insecure(address: "http://example.org")) {
            try HomeserverLocation(userInput: "http://example.org", allowsInsecure: false)
        }
        #expect(
            try HomeserverLocation(userInput: "http://example.org", allowsInsecure: true) == .url("http://example.org"))
    }

    @Test func environmentVariableNamesTheCAFile() async {
        await #expect(processExitsWith: .success) {
            setenv("SSL_CERT_FILE", "/etc/garden.pem", 1)
            precondition(HomeserverClient.trustRootsOfEnvironment == "/etc/garden.pem")
            setenv("SSL_CERT_FILE", "", 1)
            precondition(HomeserverClient.trustRootsOfEnvironment == nil)
        }
    }

    /// Expects a request to fail for this reason, a stream to fail too, and no data to be sent.
    private func expectRefusal(
        of identity: Certificates.Identity, trusting file: String?, host: String = "localhost",
        _ flaw: CertificateRejectionReason
    ) async throws {
        try await TLSProxy.run(identity) { proxy, _ in
            let homeserver = HomeserverLocation.url("https://\(host):\(proxy.port)")
            let client = HomeserverClient(homeserver: homeserver, accessToken: "secret", additionalTrustRoots: file)
            await #expect(throws: MatrixClientError.unreachable(.certificate(flaw))) { try await client.whoAmI() }
            let connector = StreamConnector(
                homeserver: homeserver, accessToken: "secret", filter: nil, trust: TrustRoots(file: file))
            await #expect(throws: StreamEnd.noHandshake) { _ = try await connector.open(since: "1") }
            await client.shutdown()
            #expect(proxy.tally.pieces == 0)
        }
    }
}
