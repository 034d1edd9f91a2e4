import TestSupport

/// Ana with Confab and kim with matrix-nio, in an encrypted direct chat.
struct SealedChat {
    let home: any Home
    let ana: PersonAtScreen
    let kim: NioPerson
    let roomID: String

    /// - Parameters:
    ///   - kind: The implementation of the homeserver.
    ///   - height: The height of ana's screen in rows.
    static func begin(at kind: HomeKind, height: Int = 24) async throws -> SealedChat {
        let home = try await kind.start()
        let (ana, kim) = (try PersonAtScreen("ana"), try await NioPerson("kim", at: home, hasKeys: true))
        try await ana.logIn(at: home.address, ["--register"])
        try ana.open(height: height)
        try await ana.screen.waitFor("online")
        try await ana.invite(kim.userID)
        try await ana.screen.waitFor("write a message, encrypted")
        return SealedChat(home: home, ana: ana, kim: kim, roomID: try await kim.acceptInvitation())
    }
}
