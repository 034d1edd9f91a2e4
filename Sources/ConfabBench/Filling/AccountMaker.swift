import Foundation
import MatrixAPI
import MatrixClient
import TestSupport

/// Creates accounts with a filled profile, or reuses those that an earlier run kept.
struct AccountMaker {
    let chats: Int
    /// The directory in which filled profiles are kept across runs; `nil` keeps none.
    let directory: String?

    /// Runs the body with the accounts, and ends them and their servers afterwards, even if it throws. A failing
    /// process would otherwise exit without that.
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
                // The first error is the one that is reported.
                try? await account.end()
            }
            throw error
        }
    }

    private func account(messages: Int) async throws -> BenchAccount {
        let kept = directory.map { AccountFixture(path: "\($0)/\(messages)-in-\(chats)") }
        let account: BenchAccount
        if let kept, kept.exists {
            Progress.report("\(messages) messages: as kept in \(kept.path)")
            account = try await kept.load(messages: messages)
        } else {
            Progress.report("\(messages) messages: filling \(chats) chats")
            let made = try await make(messages: messages)
            account = made.account
            try await kept?.put(account, accessTokenOfBo: made.accessTokenOfBo)
        }
        // The first start on a new or a copied profile is not measured, since it may migrate an older schema. New
        // messages are read by then, so that the next start shows the end.
        let screen = try await account.open(showing: ProfileFiller.longChatName)
        screen.send(.meta(">"))
        try await screen.waitFor(ProfileFiller.newestText)
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
        // The first sync is not measured. The chat to be filled is created after it: a chat that was visited before
        // would open at the first new line, and not at the end.
        let screen = try ana.open()
        try await screen.waitFor("online")
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
        // This line comes from the server, so that it accepts a receipt for it. It doesn't know the filled-in messages.
        try await account.say(ProfileFiller.newestText, in: open)
        return (account, session.accessToken)
    }

    /// Returns clients with separate connections.
    static func connections(to server: TeamServer, accessToken: String) -> [HomeserverClient] {
        (0..<4).map { _ in HomeserverClient(homeserver: .url(server.address), accessToken: accessToken) }
    }
}

/// A filled profile with the data of its server, in a directory. A run measures a copy.
struct AccountFixture {
    let path: String

    var exists: Bool { FileManager.default.fileExists(atPath: path + "/place.json") }

    /// The data that is needed beside the files.
    private struct Metadata: Codable {
        /// The server's address, which is stored in the profile as well.
        let address: String
        let accessTokenOfBo: String
        let rooms: BenchRooms
    }

    /// Stores the account. The server is stopped first, so that its files are complete.
    func put(_ account: BenchAccount, accessTokenOfBo: String) async throws {
        let files = FileManager.default
        let unfinished = path + ".unfinished"
        if files.fileExists(atPath: unfinished) { try files.removeItem(atPath: unfinished) }
        try files.createDirectory(atPath: unfinished, withIntermediateDirectories: true)
        _ = try await account.server.stop()
        try files.copyItem(atPath: account.server.home.path, toPath: unfinished + "/server")
        try files.copyItem(atPath: account.ana.home.path, toPath: unfinished + "/ana")
        let place = Metadata(
            address: account.server.address, accessTokenOfBo: accessTokenOfBo, rooms: account.rooms)
        try JSONEncoder().encode(place).write(to: URL(filePath: unfinished + "/place.json"))
        try files.moveItem(atPath: unfinished, toPath: path)
        try await account.server.start()
    }

    func load(messages: Int) async throws -> BenchAccount {
        do {
            let place = try JSONDecoder().decode(
                Metadata.self, from: Data(contentsOf: URL(filePath: path + "/place.json")))
            let server = try await TeamServer(
                home: try Sandbox(copying: path + "/server"), at: String(place.address.dropFirst("http://".count)),
                writeRate: 10_000)
            return BenchAccount(
                messages: messages, server: server,
                ana: PersonAtScreen("ana", home: try Sandbox(copying: path + "/ana")),
                bo: AccountMaker.connections(to: server, accessToken: place.accessTokenOfBo), rooms: place.rooms)
        } catch {
            throw BenchError.keptProfile(path: path, reason: "\(error)")
        }
    }
}
