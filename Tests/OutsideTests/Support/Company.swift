import MatrixClient
import TestSupport

/// Ana and bo with Confab and kim with matrix-nio, with accounts on one homeserver.
struct Company {
    let home: any Home
    let ana: PersonAtScreen
    let bo: PersonAtScreen
    let kim: NioPerson

    /// Creates the accounts, and opens an empty chat list for ana and bo. Ana registered with Confab. Bo logged in
    /// to an existing account.
    ///
    /// - Parameter kimHasKeys: Whether kim can read encrypted chats.
    static func gather(at kind: HomeKind, kimHasKeys: Bool = false) async throws -> Company {
        try await gather(at: try await kind.start(), kimHasKeys: kimHasKeys)
    }

    static func gather(at home: any Home, kimHasKeys: Bool = false) async throws -> Company {
        let company = Company(
            home: home, ana: try PersonAtScreen("ana"), bo: try PersonAtScreen("bo"),
            kim: try await NioPerson("kim", at: home, hasKeys: kimHasKeys))
        try await company.ana.logIn(at: home.address, ["--register"])
        try await register("bo", at: home)
        try await company.bo.logIn(at: home.address)
        for person in [company.ana, company.bo] {
            try person.open()
            try await person.screen.waitFor("online")
        }
        return company
    }

    /// Opens a direct chat of ana and bo for both.
    static func inADirectChat(at kind: HomeKind) async throws -> Company {
        let company = try await gather(at: kind)
        try await company.ana.invite("@bo:localhost")
        try await company.bo.acceptInvitation()
        return company
    }

    private static func register(_ name: String, at home: any Home) async throws {
        let client = HomeserverClient(homeserver: .url(home.address))
        do {
            _ = try await client.register(username: name, password: "a password of \(name)", deviceName: "elsewhere")
            await client.shutdown()
        } catch {
            await client.shutdown()
            throw error
        }
    }
}
