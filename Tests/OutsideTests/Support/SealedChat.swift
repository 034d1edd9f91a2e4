import TestSupport

/// Ana at Confab and Kim at matrix-nio, in a direct chat that their homeserver can't read.
struct SealedChat {
    let home: any Home
    let ana: PersonAtScreen
    let kim: NioPerson
    let roomID: String

    /// - Parameters:
    ///   - kind: whose homeserver it is.
    ///   - height: of Ana's screen.
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
