import ArgumentParser
import Dispatch
import Foundation
import MatrixServer
import ViewModels

/// `confab serve`: the homeserver alone, for a team.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Run the homeserver for a team, on TCP, a Unix socket, or both.",
        discussion: "It runs in the foreground and stops on SIGTERM or SIGINT.")

    @Option(help: ArgumentHelp("Listen on TCP, as in 127.0.0.1:8008.", valueName: "host:port"))
    var listen: String?

    @Option(help: ArgumentHelp("Listen on a Unix socket.", valueName: "path"))
    var unix: String?

    @Option(help: ArgumentHelp("Where the server keeps its data.", valueName: "dir"))
    var data: String?

    @Option(help: ArgumentHelp("The server's name in Matrix IDs. It can't be changed later.", valueName: "server"))
    var name: String = "localhost"

    @Option(help: ArgumentHelp("Let in who knows this token.", valueName: "token"))
    var registrationToken: String?

    @Flag(help: "Let in anyone who reaches the server.")
    var openRegistration = false

    @Option(help: ArgumentHelp("For how long an access token lasts that can be renewed.", valueName: "seconds"))
    var accessTokenLifetime: Int64?

    @Option(
        help: ArgumentHelp(
            "A reverse proxy in front: its IP address, or unix. Its X-Forwarded-For is believed.", valueName: "address")
    )
    var proxy: String?

    @Option(help: ArgumentHelp("How many connections one IP address may have.", valueName: "number"))
    var connectionsPerAddress: Int?

    /// Ten years, in seconds.
    private static let longestLifetime: Int64 = 315_360_000

    func run() async throws {
        try await serve()
    }

    @MainActor
    private func serve() async throws {
        if openRegistration, registrationToken != nil {
            throw ProgramError.input(.registrationTwice)
        }
        if let lifetime = accessTokenLifetime, !(1...Self.longestLifetime).contains(lifetime) {
            throw ProgramError.input(.lifetime(most: Self.longestLifetime))
        }
        let reverseProxy = proxy.flatMap { ReverseProxy($0) }
        if let proxy, reverseProxy == nil {
            throw ProgramError.input(.noProxy(proxy))
        }
        let paths = ProgramPaths()
        try ProgramPaths.makePrivateDirectory(paths.state)
        let address = try listenAddress()
        let limits = try serverLimits()
        OpenFiles.raise()
        let configuration = ServerConfiguration(
            serverName: name, dataDirectory: data ?? paths.serverData, listenAddress: address, unixSocketPath: unix,
            registration: registrationToken.map { .token($0) } ?? (openRegistration ? .open : .closed),
            limits: limits, proxy: reverseProxy, accessTokenLifetime: accessTokenLifetime.map { $0 * 1_000 })
        let signals = TerminationSignals()
        let server = try await EmbeddedServer(
            configuration: configuration, logger: FileLog(path: paths.log).logger(label: "server"))
        try await server.start()
        announce(port: server.boundPort, host: address?.host, dataDirectory: data ?? paths.serverData)
        await signals.wait()
        print(String.words("commands.stopping"))
        await server.stop(within: .seconds(4))
    }

    private func serverLimits() throws(ProgramError) -> ServerLimits {
        var limits = ServerLimits()
        guard let number = connectionsPerAddress else { return limits }
        guard (1...limits.connections).contains(number) else {
            throw .input(.connections(most: limits.connections))
        }
        limits.connectionsPerAddress = number
        limits.connectionsPerSharedAddress = max(number, limits.connectionsPerSharedAddress)
        return limits
    }

    /// Without any address: TCP on this machine alone.
    private func listenAddress() throws(ProgramError) -> (host: String, port: Int)? {
        guard let text = listen ?? (unix == nil ? "127.0.0.1:8008" : nil) else { return nil }
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
            (0...65_535).contains(port)
        else { throw .input(.noListenAddress(text)) }
        let host = text[..<colon].trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
        guard !host.isEmpty else { throw .input(.noHost(text)) }
        return (host, port)
    }

    /// Says how to join. `--register` is left out where nobody can.
    private func announce(port: Int?, host: String?, dataDirectory: String) {
        print(String.words("commands.serves", ["name": name, "directory": dataDirectory]))
        let suffix =
            if registrationToken != nil { " --register --token TOKEN" } else if openRegistration { " --register" } else
            { "" }
        if let port, let host {
            let shown = host.contains(":") ? "[\(host)]" : host
            print("  confab login http://\(shown):\(port)\(suffix)")
        }
        if let unix { print("  confab login unix:\(unix)\(suffix)") }
        if suffix.isEmpty { print(String.words("commands.registration-is-closed")) }
        fflush(nil)
    }
}
