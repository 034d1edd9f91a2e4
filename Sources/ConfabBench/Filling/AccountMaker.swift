import Foundation
import MatrixAPI
import MatrixClient
import TestSupport

/// Makes accounts with a filled profile, or takes one that an earlier run kept.
struct AccountMaker {
    let chats: Int
    /// Where filled profiles are kept from run to run; `nil`: nowhere.
    let directory: String?

    /// Ends them and their servers after the body, however that ends: whoever fails leaves the process without that.
    func withAccounts<Value: Sendable>(
        of messages: [Int], _ body: ([BenchAccount]) async throws -> Value
    ) async throws -> Value {
        var accounts: [BenchAccount] = []
        do {
            for count in messages { accounts.append(try await account(messages: count)) }
            let value = try await body(accounts)
            for account in accounts { try await account.end() }
            return value
        } catch {
            for account in accounts {
                // The first error is the one to be told.
                try? await account.end()
            }
            throw error
        }
    }

    private func account(messages: Int) async throws -> BenchAccount {
        let kept = directory.map { KeptAccount(path: "\($0)/\(messages)-in-\(chats)") }
        let account: BenchAccount
        if let kept, kept.exists {
            Progress.tell("\(messages) messages: as kept in \(kept.path)")
            account = try await kept.take(messages: messages)
        } else {
            Progress.tell("\(messages) messages: filling \(chats) chats")
            let made = try await make(messages: messages)
            account = made.account
            try await kept?.put(account, accessTokenOfBo: made.accessTokenOfBo)
        }
        // What comes after a start on a new or a copied profile is not what is measured: it may be of an older schema.
        // And what is new is read by then, so that the next start shows the end.
        let screen = try await account.open(showing: ProfileFiller.longChatName)
        screen.send(.meta(">"))
        try await screen.waitFor(ProfileFiller.newestText, timeout: .seconds(120))
        try await screen.waitForRest()
        try await account.quit(screen)
        return account
    }

    private func make(messages: Int) async throws -> (account: BenchAccount, accessTokenOfBo: String) {
        let server = try await TeamServer(writeRate: 10_000)
        let ana = try PersonAtScreen("ana")
        try await ana.register(at: server)
        let bo = HomeserverClient(homeserver: .url(server.address))
        let session = try await bo.register(username: "bo", password: "a password of bo", deviceName: "bench")
        let device = HomeserverClient(homeserver: .url(server.address))
        _ = try await device.login(user: "ana", password: "a password of ana", deviceName: "second")
        let other = try await bo.createRoom(
            CreateRoomRequest(invites: [BenchAccount.userID], isDirect: true, preset: .trustedPrivateChat))
        _ = try await device.join(roomIDOrAlias: other)
        // The first sync is not what is measured. The chat to be filled comes after it: one that was looked at before opens
        // at the first new line, and not at the end.
        let screen = try ana.open()
        try await screen.waitFor("online", timeout: .seconds(120))
        try await screen.waitForRest()
        screen.send(.control("c"), .control("c"))
        _ = try await screen.waitForExit()
        let open = try await bo.createRoom(
            CreateRoomRequest(invites: [BenchAccount.userID], name: ProfileFiller.longChatName))
        _ = try await device.join(roomIDOrAlias: open)
        await device.shutdown()
        await bo.shutdown()
        let account = BenchAccount(
            messages: messages, server: server, ana: ana,
            bo: Self.connections(to: server, accessToken: session.accessToken),
            rooms: BenchRooms(open: open, other: other))
        let filler = ProfileFiller(
            userID: BenchAccount.userID, longChatID: open, chats: chats, messages: messages)
        try await filler.fill(try account.databasePath)
        // By the server, which then takes the receipt for it: what was filled in is unknown to it.
        try await account.say(ProfileFiller.newestText, in: open)
        return (account, session.accessToken)
    }

    /// Each with connections of its own.
    static func connections(to server: TeamServer, accessToken: String) -> [HomeserverClient] {
        (0..<4).map { _ in HomeserverClient(homeserver: .url(server.address), accessToken: accessToken) }
    }
}
