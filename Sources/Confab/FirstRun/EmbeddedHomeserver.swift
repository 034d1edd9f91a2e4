import Foundation
import MatrixAPI
import MatrixClient
import MatrixServer
import Messenger
import Pictures
import ViewModels

/// The server inside the program, on a Unix socket, and the guide that runs on it. A shared server is a process of
/// its own at the same socket.
@MainActor
final class EmbeddedHomeserver {
    /// The name of the server in Matrix IDs. Only this machine and the people that the server is shared
    /// with can reach it.
    static let serverName = "localhost"

    let guide: Guide
    private let place: Location
    /// `nil` while the server is a process of its own.
    private var server: EmbeddedServer?
    private let tokens: Tokens
    /// The reason why the shared server did not start.
    private(set) var problem: ProgramError?
    private let guideClient: HomeserverClient

    private struct Location {
        let profile: Profile
        let data: String
        let socketPath: String
        let log: FileLog

        var process: ServerProcess { ServerProcess(directory: data, socketPath: socketPath) }
    }

    /// The access tokens of the accounts that use the server in this process.
    private struct Tokens {
        let own: String
        let guide: String
    }

    static func start(
        _ profile: Profile, directory: ProfileDirectory, log: FileLog
    ) async throws -> EmbeddedHomeserver {
        let place = Location(
            profile: profile, data: directory.serverData(profile.name),
            socketPath: try RuntimeSocket.path(profileName: profile.name), log: log)
        if let known = try SharedServer.load(from: place.data) {
            do {
                try await place.process.start()
            } catch {
                // The user must reach their own chats even if sharing fails.
                guard place.process.holder == nil else { throw error }
                return try await startAlone(place, known, because: error)
            }
            guard let shared = try SharedServer.load(from: place.data), let own = shared.ownToken,
                let guide = shared.guideToken
            else { throw ProgramError.serverNotStarted(reason: .words("share.has-no-token")) }
            return try EmbeddedHomeserver(place, server: nil, tokens: Tokens(own: own, guide: guide))
        }
        return try await startAlone(place)
    }

    private static func startAlone(
        _ place: Location, _ known: SharedServer? = nil, because problem: ProgramError? = nil
    ) async throws -> EmbeddedHomeserver {
        let server = try await startServer(place)
        let tokens: Tokens
        if let own = known?.ownToken, let guide = known?.guideToken {
            tokens = Tokens(own: own, guide: guide)
        } else {
            let (own, guide) = try await server.sessions(of: place.profile)
            tokens = Tokens(own: own, guide: guide)
        }
        let home = try EmbeddedHomeserver(place, server: server, tokens: tokens)
        home.problem = problem
        return home
    }

    private init(_ place: Location, server: EmbeddedServer?, tokens: Tokens) throws {
        self.place = place
        self.server = server
        self.tokens = tokens
        guideClient = HomeserverClient(
            homeserver: .unixSocket(path: place.socketPath), accessToken: tokens.guide,
            logger: place.log.logger(label: "guide"))
        guide = Guide(
            client: guideClient, userID: "@\(EmbeddedServer.guideLocalpart):\(Self.serverName)",
            person: place.profile.userID, script: try GuideScript.resource(), logger: place.log.logger(label: "guide"))
    }

    /// The profile's own access token.
    var accessToken: String { tokens.own }

    private static func startServer(_ place: Location) async throws -> EmbeddedServer {
        let configuration = ServerConfiguration(
            serverName: serverName, dataDirectory: place.data, unixSocketPath: place.socketPath, registration: .closed,
            pictureProgram: PictureProcess.thisProgram)
        let server = try await EmbeddedServer(
            configuration: configuration, logger: place.log.logger(label: "server"))
        try await server.start()
        return server
    }

    func stop() async {
        await guide.stop()
        await server?.stop(within: .seconds(5))
        await guideClient.shutdown()
    }
}

extension EmbeddedHomeserver {
    var standing: ServerSharing.Status {
        let shared = try? SharedServer.load(from: place.data)
        guard server == nil, let shared else { return .alone(address: shared?.listen ?? ServedAddress.usual.text) }
        return .shared(address: shared.listen, line: shared.joinLine)
    }

    /// Moves the server to a process of its own, which other machines can reach. If that fails, it runs
    /// in this process again.
    func share(at typed: String) async throws {
        guard let running = server else { return }
        let address = try ServedAddress(typed: typed.trimmingCharacters(in: .whitespaces))
        guard address.port > 0 else { throw ProgramError.input(.noPort) }
        // If it was shared before, the token is kept so that earlier invitations stay valid.
        var shared =
            try SharedServer.load(from: place.data)
            ?? SharedServer(profile: place.profile.name, listen: address.text)
        (shared.listen, shared.ownToken, shared.guideToken) = (address.text, tokens.own, tokens.guide)
        try shared.save(to: place.data)
        await running.stop(within: .seconds(5))
        server = nil
        do {
            try await place.process.start()
        } catch {
            try await endSharing()
            throw error
        }
    }

    /// Takes the server back into this process.
    func endSharing() async throws {
        guard server == nil else { return }
        try await place.process.end()
        try SharedServer.remove(from: place.data)
        server = try await Self.startServer(place)
    }
}
