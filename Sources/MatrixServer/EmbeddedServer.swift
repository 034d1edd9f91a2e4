import GRDB
import Hummingbird
package import Logging
package import MatrixAPI
import NIOCore
import ServiceLifecycle
import Synchronization

/// A Matrix homeserver inside this process.
package final class EmbeddedServer: Sendable {
    private struct State {
        var group: ServiceGroup?
        var run: Task<Void, any Error>?
        var port: Int?
        var hasStarted = false
    }

    let server: Homeserver
    private let database: ServerDatabase
    private let connections: ConnectionRegistry
    private let logger: Logger
    private let state = Mutex(State())

    /// Opens the data and migrates them; nothing listens yet.
    package init(configuration: ServerConfiguration, logger: Logger) async throws(ServerError) {
        guard ServerName.isValid(configuration.serverName) else {
            throw .invalidServerName(configuration.serverName)
        }
        database = try ServerDatabase.open(
            directory: configuration.dataDirectory, serverName: configuration.serverName)
        do {
            server = try Homeserver(database, configuration: configuration, logger: logger)
        } catch let error as ServerError {
            throw error
        } catch {
            throw .databaseUnusable(path: configuration.dataDirectory, reason: "\(error)")
        }
        connections = ConnectionRegistry(configuration)
        self.logger = logger
    }

    /// The bytes of responses and stream updates that clients have not read yet.
    package var unreadBytes: Int { connections.unread.total }

    /// The TCP port that is served; `nil` before the start and without TCP.
    package var boundPort: Int? { state.withLock { $0.port } }

    /// The number of attempts at passwords and registration tokens that are queued, or whose responses are delayed.
    package var waitingTries: Int { server.logins.waiting }

    var streams: StreamRegistry { server.sessions }

    /// Starts the server, and returns once every listener listens.
    package func start() async throws(ServerError) {
        let isFirst = state.withLock { state in
            defer { state.hasStarted = true }
            return !state.hasStarted
        }
        guard isFirst else { throw .alreadyStarted }
        let configuration = server.configuration
        var listeners: [Listener] = []
        let responder = MatrixResponder(server)
        if let address = configuration.listenAddress {
            listeners.append(try listener(.tcp(host: address.host, port: address.port), responder))
        }
        if let path = configuration.unixSocketPath {
            try UnixSocketFile.prepare(path)
            listeners.append(try listener(.unixSocket(path: path), responder))
        }
        let group = ServiceGroup(
            configuration: .init(services: listeners.map(\.service), gracefulShutdownSignals: [], logger: logger))
        let run = Task { try await group.run() }
        state.withLock { state in
            state.group = group
            state.run = run
        }
        for listener in listeners { try await wait(for: listener, run) }
        await server.words.follow()
    }

    /// Ends open polls and streams, then the listeners and the data. Connections that remain after `limit` are closed.
    package func stop(within limit: Duration = .seconds(5)) async {
        let (group, run) = state.withLock { ($0.group, $0.run) }
        server.notifier.close()
        server.sessions.closeAll()
        if let group, let run { await end(group, run, within: limit) }
        await server.words.close()
        await database.close(logger)
    }

    private func end(_ group: ServiceGroup, _ run: Task<Void, any Error>, within limit: Duration) async {
        await group.triggerGracefulShutdown()
        let connections = connections
        let cut = Task {
            try await Task.sleep(for: limit * 0.5)
            connections.closeAll()
            try await Task.sleep(for: limit * 0.3)
            run.cancel()
        }
        // No task group: it would wait for the run itself, however long that takes.
        let (ended, end) = AsyncStream<Void>.makeStream()
        let watch = Task {
            _ = try? await run.value
            end.finish()
        }
        let deadline = Task {
            try await Task.sleep(for: limit)
            end.finish()
        }
        for await _ in ended {}
        watch.cancel()
        deadline.cancel()
        cut.cancel()
    }

    /// Creates, or finds, an account without a password. Returns a token for one of its devices, whose earlier
    /// token ends. It is meant for the process that runs the server.
    package func localSession(
        localpart: String, displayName: String, deviceID: String
    ) async throws(ServerError) -> LocalSession {
        guard UserID.isAllowedForNewAccount(localpart: localpart),
            let user = UserID(server.userID(localpart: localpart))
        else { throw .invalidLocalpart(localpart) }
        let name = user.description
        do {
            try await server.commits.commit { changes in
                let accounts = AccountsTable(changes.database)
                if try !accounts.exists(name) {
                    try accounts.insert(name, password: nil, displayName: displayName)
                } else if try accounts.password(of: name) != nil {
                    throw ServerError.accountHasPassword(name)
                }
            }
            let tokens = try await server.openSession(
                Caller(userID: name, deviceID: deviceID), displayName: displayName)
            return LocalSession(userID: user, deviceID: deviceID, accessToken: tokens.accessToken)
        } catch let error as ServerError {
            throw error
        } catch {
            throw .databaseUnusable(path: server.configuration.dataDirectory, reason: "\(error)")
        }
    }

    private func listener(
        _ address: ListenAddress, _ responder: MatrixResponder
    ) throws(ServerError) -> Listener {
        do {
            return try Listener(address, responder, server, connections)
        } catch {
            throw ListenErrorMapping.describe(error, address)
        }
    }

    /// Waits until the listener listens, or throws the error that prevents it.
    private func wait(for listener: Listener, _ run: Task<Void, any Error>) async throws(ServerError) {
        let failure = Task { () -> (any Error)? in
            defer { listener.giveUp() }
            do {
                try await run.value
                return nil
            } catch {
                return error
            }
        }
        guard let channel = await listener.isRunning.first(where: { _ in true }) else {
            throw ListenErrorMapping.describe(await failure.value, listener.address)
        }
        switch listener.address {
        case .tcp:
            let port = channel.localAddress?.port
            state.withLock { $0.port = port }
        case .unixSocket(let path): UnixSocketFile.protect(path)
        }
    }
}

/// A device of an account without a password, for the process that runs the server.
package struct LocalSession: Hashable, Sendable {
    package let userID: UserID
    package let deviceID: String
    package let accessToken: String
}
