import MatrixAPI
import MatrixServer
import NIOHTTP1
import Testing

@Suite(.timeLimit(.minutes(5))) struct LoginLimitTests {
    @Test func twentyFourFailedLoginsBlockNoOtherLogin() async throws {
        let server = try await ServerUnderTest.start {
            $0.firstHold = .seconds(600); $0.longestHold = .seconds(600)
        }
        _ = try await server.person("ana")
        _ = try await server.person("bo")
        let attackers = try await attack(server, "ana", connections: 24)
        // Five attempts were not delayed.
        try await waitUntil("all but five are held back") { server.server.waitingTries == 19 }

        #expect(try await logIn("ana", server).status == 200)
        #expect(try await logIn("bo", server).status == 200)
        #expect(try await server.person("kim").ask(.GET, "v3/account/whoami").status == 200)
        let elsewhere = try await attack(server, "ana", password: "secret", connections: 1, from: "127.0.0.2")
        try await waitUntil("ana is let in from elsewhere") { elsewhere[0].answers(200) == 1 }
        // This shows that they were waiting all the time.
        #expect(server.server.waitingTries == 19)
        #expect(attackers.reduce(0) { $0 + $1.answers(403) } == 5)
        await server.stop()
    }

    @Test func sixthWrongPasswordIsDelayedPerAddress() async throws {
        let server = try await ServerUnderTest.start {
            $0.firstHold = .seconds(600); $0.longestHold = .seconds(600)
        }
        _ = try await server.person("ana")
        for _ in 0..<5 { #expect(try await logIn("ana", server, password: "guess").status == 403) }
        let sixth = try await attack(server, "ana", connections: 1)
        try await waitUntil("the sixth is held back") { server.server.waitingTries == 1 }
        let elsewhere = try await attack(server, "ana", connections: 1, from: "127.0.0.2")
        try await waitUntil("another address has its answer") { elsewhere[0].answers(403) == 1 }
        #expect(sixth[0].receivedBytes == 0)
        await server.stop()
    }

    @Test func addressThatTriesManyAccountsIsDelayed() async throws {
        let server = try await ServerUnderTest.start {
            $0.freeFailuresPerAddress = 8
            ($0.firstHold, $0.longestHold) = (.seconds(600), .seconds(600))
        }
        var attackers: [WireClient] = []
        for number in 0..<12 { attackers += try await attack(server, "nobody\(number)", connections: 1) }
        try await waitUntil("eight are answered") { attackers.reduce(0) { $0 + $1.answers(403) } == 8 }
        try await waitUntil("four are held back") { server.server.waitingTries == 4 }
        await server.stop()
    }

    @Test func tooManyWaitingLoginsAreRefusedExceptKnownDevices() async throws {
        let server = try await ServerUnderTest.start {
            ($0.freeFailures, $0.triesPerAccount, $0.triesPerAddress) = (0, 3, 3)
            ($0.firstHold, $0.longestHold) = (.seconds(600), .seconds(600))
        }
        let ana = try await server.person("ana")
        let device = try #require(try await ana.ask(.GET, "v3/devices").body["devices"]?.array?.first?["device_id"])
        // The address is known to ana by now, so attempts of others from it delay her as well.
        _ = try await attack(server, "ana", connections: 3)
        try await waitUntil("three are held back") { server.server.waitingTries == 3 }
        let refused = try await logIn("ana", server)
        #expect(refused.status == 429 && refused.code == "M_LIMIT_EXCEEDED")
        #expect(refused.headers.first(name: "retry-after") != nil)
        #expect(refused.body["retry_after_ms"]?.integer != nil)
        #expect(try await logIn("ana", server, device: device).status == 200)
        await server.stop()
    }

    @Test func wrongRegistrationTokensDoNotBlockValidOnes() async throws {
        let server = try await ServerUnderTest.start(registration: .token("tea")) {
            ($0.freeFailures, $0.firstHold, $0.longestHold) = (2, .seconds(600), .seconds(600))
        }
        for number in 0..<10 {
            let client = try await WireClient(to: server)
            try await client.post("v3/register", registration("ana\(number)", token: "coffee"))
        }
        try await waitUntil("all but two are held back") { server.server.waitingTries == 8 }
        let right = try await server.request(.POST, "v3/register", text: registration("ana", token: "tea"))
        #expect(right.status == 200)
        #expect(server.server.waitingTries == 8)
        await server.stop()
    }

    @Test func proxyForwardedAddressesAreUsedForLimits() async throws {
        let server = try await ServerUnderTest.start(proxy: ReverseProxy("127.0.0.1")) {
            ($0.freeFailures, $0.triesPerAccount, $0.triesPerAddress) = (0, 1, 1)
            ($0.firstHold, $0.longestHold) = (.seconds(600), .seconds(600))
        }
        for (client, status) in [
            ("203.0.113.5", 0), ("203.0.113.5", 429), ("1.1.1.1, 203.0.113.5", 429), ("203.0.113.6", 0),
        ] {
            let connection = try await WireClient(to: server)
            try await connection.send(login("ana", "guess", forwardedFor: client))
            if status == 0 {
                let expected = client == "203.0.113.5" ? 1 : 2
                try await waitUntil("\(client) is held back") { server.server.waitingTries == expected }
            } else {
                try await waitUntil("\(client) has to wait") { connection.answers(status) == 1 }
            }
        }
        // A client other than the proxy can't choose its address.
        for _ in 0..<2 {
            let connection = try await WireClient(to: server, from: "127.0.0.2")
            try await connection.send(login("ana", "guess", forwardedFor: "203.0.113.\(Int.random(in: 7...250))"))
            try await waitUntil("127.0.0.2 counts as itself") {
                server.server.waitingTries == 3 || connection.answers(429) == 1
            }
        }
        #expect(server.server.waitingTries == 3)
        await server.stop()
    }

    @Test func devicesPerAccountAreLimited() async throws {
        let server = try await ServerUnderTest.start { $0.devices = 2 }
        _ = try await server.person("ana")
        #expect(try await logIn("ana", server, device: "PHONE").status == 200)
        let third = try await logIn("ana", server, device: "TABLET")
        #expect(third.status == 403 && third.code == "M_RESOURCE_LIMIT_EXCEEDED")
        #expect(try await logIn("ana", server, device: "PHONE").status == 200)
        await server.stop()
    }

    /// Makes each attempt on its own connection, which stays open.
    private func attack(
        _ server: ServerUnderTest, _ name: String, password: String = "guess", connections: Int,
        from address: String = "127.0.0.1"
    ) async throws -> [WireClient] {
        var clients: [WireClient] = []
        for _ in 0..<connections {
            let client = try await WireClient(to: server, from: address)
            try await client.send(login(name, password))
            clients.append(client)
        }
        return clients
    }

    private func logIn(
        _ name: String, _ server: ServerUnderTest, password: String = "secret", device: JSONValue? = nil
    ) async throws -> Answer {
        var body: JSONValue = ["type": "m.login.password", "user": .string(name), "password": .string(password)]
        body["device_id"] = device
        return try await server.request(.POST, "v3/login", body)
    }

    private func login(_ name: String, _ password: String, forwardedFor: String? = nil) -> String {
        let body = #"{"type":"m.login.password","user":"\#(name)","password":"\#(password)"}"#
        let header = forwardedFor.map { "X-Forwarded-For: \($0)\r\n" } ?? ""
        return
            "POST /_matrix/client/v3/login HTTP/1.1\r\nHost: localhost\r\n\(header)Content-Length: \(body.utf8.count)\r\n\r\n"
            + body
    }

    private func registration(_ name: String, token: String) -> String {
        #"{"username":"\#(name)","password":"secret","auth":{"type":"m.login.registration_token","token":"\#(token)"}}"#
    }
}
