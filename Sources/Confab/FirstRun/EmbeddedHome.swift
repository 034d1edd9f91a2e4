import Foundation
import MatrixAPI
import MatrixClient
import MatrixServer

/// The server inside the program, on a Unix socket, and the guide that lives on it.
@MainActor
final class EmbeddedHome {
    /// The name of the server in Matrix IDs; it is reached from this machine alone.
    static let serverName = "localhost"

    let guide: Guide
    private let server: EmbeddedServer
    private let guideClient: HomeserverClient

    static func start(
        _ profile: Profile, directory: ProfileDirectory, log: FileLog
    ) async throws -> EmbeddedHome {
        let path = try RuntimeSocket.path(profileName: profile.name)
        let configuration = ServerConfiguration(
            serverName: serverName, dataDirectory: directory.serverData(profile.name), unixSocketPath: path,
            registration: .closed)
        let server = try await EmbeddedServer(configuration: configuration, logger: log.logger(label: "server"))
        try await server.start()
        let session = try await server.localSession(localpart: "guide", displayName: "Guide", deviceID: "GUIDE")
        let client = HomeserverClient(
            homeserver: .unixSocket(path: path), accessToken: session.accessToken, logger: log.logger(label: "guide"))
        let guide = Guide(
            client: client, userID: session.userID.description, person: profile.userID,
            script: try GuideScript.resource(),
            logger: log.logger(label: "guide"))
        return EmbeddedHome(server: server, guide: guide, guideClient: client)
    }

    private init(server: EmbeddedServer, guide: Guide, guideClient: HomeserverClient) {
        self.server = server
        self.guide = guide
        self.guideClient = guideClient
    }

    /// Makes the account where there is none yet.
    func accessToken(for profile: Profile) async throws -> String {
        let localpart = String(profile.userID.dropFirst().prefix { $0 != ":" })
        let session = try await server.localSession(
            localpart: localpart, displayName: profile.displayName ?? localpart, deviceID: profile.deviceID)
        return session.accessToken
    }

    func stop() async {
        await guide.stop()
        await server.stop(within: .seconds(5))
        await guideClient.shutdown()
    }
}
