import Foundation
import MatrixAPI
import MatrixClient
import TestSupport
import TestTraits
import Testing

/// Tests a browser login, on a server that relies on an identity provider.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct SingleSignOnTests {
    @Test func browserRedirectCompletesTheLogin() async throws {
        let house = try await House()
        let ana = try PersonAtScreen("ana")
        let browser = try Browser(in: ana.home)
        let screen = try ana.open(environment: ["BROWSER": browser.path])
        try await screen.waitFor("Your name")
        screen.send(.control("o"))
        try await screen.waitFor("Log in to a Matrix account")
        screen.send("l")
        try await screen.waitFor("Matrix ID")
        screen.send("ana")
        screen.send(.enter)
        try await screen.waitFor("Which homeserver?")
        screen.send(house.network.address)
        screen.send(.enter)
        try await screen.waitFor("▌Password")
        try await screen.waitFor("Coffee bar, in a browser")
        screen.send(.down)
        try await screen.waitFor("▌Tea house, in a browser")
        screen.send(.enter)
        try await screen.waitFor("online")
        #expect(screen.unknownSequences.isEmpty)
        let visited = try String(contentsOfFile: browser.visited, encoding: .utf8)
        #expect(visited.hasPrefix("\(house.network.address)/_matrix/client/v3/login/sso/redirect/tea?redirectUrl=http"))
        #expect(try String(contentsOfFile: browser.page, encoding: .utf8).contains("go back to Confab"))
    }

    @Test func redirectAddressCanBePastedWithoutABrowser() async throws {
        let house = try await House()
        let ana = try PersonAtScreen("ana")
        let screen = try ana.open(
            ["login", house.network.address, "--sso", "--provider", "tea"], width: 250, height: 40)
        try await screen.waitFor("Open this address in a browser:")
        try await screen.waitFor("paste the address of that page here")
        let start = try #require(screen.screen.rows.first { $0.contains("redirectUrl=") })
        let redirect = try #require(
            start.split(separator: "redirectUrl=").last?.prefix { $0 != "&" }.removingPercentEncoding)
        screen.send("http://127.0.0.1:9/?loginToken=wrong")
        screen.send(.enter)
        try await screen.waitFor("not the address that is waited for")
        screen.send(redirect + "?loginToken=right")
        screen.send(.enter)
        try await screen.waitFor("Logged in as @ana:localhost")
        #expect(try await screen.waitForExit() == .status(0))
    }

    @Test func loginCommandOffersTheServersMethods() async throws {
        let house = try await House()
        let ana = try PersonAtScreen("ana")
        let screen = try ana.open(["login", house.network.address, "--user", "ana"])
        try await screen.waitFor("1  Password")
        try await screen.waitFor("3  Coffee bar, in a browser")
        try await screen.waitFor("Log in by (1 to 3):")
        screen.send("4")
        screen.send(.enter)
        try await screen.waitUntil("the question again") { screen in
            screen.rows.count { $0.contains("Log in by (1 to 3):") } == 2
        }
        screen.send("1")
        screen.send(.enter)
        try await screen.waitFor("Password:")
        screen.send("beans")
        screen.send(.enter)
        try await screen.waitFor("Logged in as @ana:localhost")
        #expect(!screen.screen.contains("beans"))
        #expect(try await screen.waitForExit() == .status(0))
    }

    @Test func loginTokenIsReadFromStandardInput() async throws {
        let house = try await House()
        let ana = try PersonAtScreen("ana")
        let result = try await ana.run(["login", house.network.address, "--login-token"], input: "one-two-three\n")
        #expect(result.exit == .status(0), "\(result.errors)")
        #expect(result.output.contains("Logged in as @ana:localhost"))
    }

    @Test func unsupportedLoginMethodIsRejectedUpFront() async throws {
        let server = try await TeamServer()
        let ana = try PersonAtScreen("ana")
        let result = try await ana.run(["login", server.address, "--sso"])
        #expect(result.exit == .status(2))
        #expect(result.errors.contains("lets nobody in that way"))
    }
}

/// A real server behind a proxy, which makes it look as if it supported single sign-on. The proxy supplies the login
/// flows and accepts login tokens.
private struct House {
    let server: TeamServer
    let network: FaultProxy

    init() async throws {
        server = try await TeamServer()
        network = try await FaultProxy(to: server.address)
        let client = HomeserverClient(
            homeserver: try HomeserverLocation(userInput: server.address, allowsInsecure: false))
        let session = try await client.register(username: "ana", password: "beans", deviceName: "test")
        await client.shutdown()
        let json = ["Content-Type": "application/json"]
        let flows = """
            {"flows":[{"type":"m.login.password"},{"type":"m.login.token"},{"type":"m.login.sso","identity_providers":[
            {"id":"tea","name":"Tea house"},{"id":"coffee","name":"Coffee bar"}]}]}
            """
        network.meet(.loginFlows, with: .answer(status: 200, headers: json, body: flows))
        let account: JSONValue = [
            "user_id": .string(session.userID), "device_id": .string(session.deviceID),
            "access_token": .string(session.accessToken),
        ]
        network.meet(.login, with: .answer(status: 200, headers: json, body: account.serializedText))
    }
}

/// A browser of a user whom the provider knows already. It returns at once.
private struct Browser {
    let path: String
    let visited: String
    let page: String

    init(in home: Sandbox) throws {
        path = home.path + "/browser"
        visited = home.path + "/visited"
        page = home.path + "/page"
        let script = """
            #!/bin/bash
            printf '%b' "${1//%/\\\\x}" > '\(visited)'
            end=${1#*redirectUrl=}
            end=${end%%&*}
            end=$(printf '%b' "${end//%/\\\\x}")
            place=${end#http://}
            path=/${place#*/}
            place=${place%%/*}
            exec 3<>"/dev/tcp/${place%:*}/${place#*:}"
            printf 'GET %s?loginToken=tea%%2Dtime HTTP/1.1\\r\\nHost: %s\\r\\n\\r\\n' "$path" "$place" >&3
            cat <&3 > '\(page)'
            """
        try Data(script.utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    }
}
