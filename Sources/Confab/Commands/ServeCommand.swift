import ArgumentParser
import Dispatch
import Foundation
import MatrixServer
import Pictures
import ViewModels

/// `confab serve`: runs the homeserver for a team.
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

    @Option(help: ArgumentHelp("Let in who knows this token. Others on this machine can see it.", valueName: "token"))
    var registrationToken: String?

    @Option(help: ArgumentHelp("Let in who knows the token in this file.", valueName: "path"))
    var registrationTokenFile: String?

    @Flag(help: "Let in anyone who reaches the server.")
    var openRegistration = false

    @Option(help: ArgumentHelp("For how long an access token lasts that can be renewed.", valueName: "seconds"))
    var accessTokenLifetime: Int64?

    @Option(
        help: ArgumentHelp(
            "A reverse proxy in front: its IP address, or unix. Its X-Forwarded-For is believed.", valueName: "address")
    )
    var proxy: String?

    @Option(
        name: .customLong("public-url"),
        help: ArgumentHelp(
            "Where clients reach the server through a proxy, as in https://chat.example.org.", valueName: "url"))
    var publicURL: String?

    @Option(help: ArgumentHelp("How many connections one IP address may have.", valueName: "number"))
    var connectionsPerAddress: Int?

    @Option(help: ArgumentHelp("How many times the usual rate each account may write.", valueName: "times"))
    var writeRate: Int?

    @Option(help: ArgumentHelp("How large a file may be.", valueName: "MiB"))
    var largestFile: Int64?

    @Option(help: ArgumentHelp("How much one person may upload.", valueName: "MiB"))
    var filesPerAccount: Int64?

    @Option(help: ArgumentHelp("How much all may upload together.", valueName: "MiB"))
    var filesInAll: Int64?

    /// Ten years, in seconds.
    private static let longestLifetime: Int64 = 315_360_000
    /// An exbibyte less one mebibyte.
    private static let maxMebibytes: Int64 = 1 << 40 - 1
    private static let highestWriteRate = 100_000

    func validate() throws {
        do throws(InputError) {
            _ = try serverLimits()
            _ = try tokenLifetime()
        } catch {
            throw ValidationError(error)
        }
    }

    func run() async throws {
        try await serve()
    }

    @MainActor
    private func serve() async throws {
        let token = try givenToken()
        let reverseProxy = proxy.flatMap { ReverseProxy($0) }
        if let proxy, reverseProxy == nil {
            throw ProgramError.input(.noProxy(proxy))
        }
        let url = publicURL.flatMap { PublicURL($0) }
        if let publicURL, url == nil {
            throw ProgramError.input(.noPublicURL(publicURL))
        }
        let paths = ProgramPaths()
        try ProgramPaths.makePrivateDirectory(paths.state)
        let directory = data.map { LocaleText.path($0) } ?? paths.serverData
        let asked = try listen.map { text throws(ProgramError) in try ServedAddress(typed: text) }
        var home = try SharedProfile(
            servedFrom: directory, listen: asked, registrationToken: token, publicURL: url,
            in: ProfileDirectory(paths: paths))
        let address = try listenAddress(asked, home)
        let socket =
            try unix.map { LocaleText.path($0) }
            ?? home.map { home throws(ProgramError) in
                try RuntimeSocket.path(profileName: home.profile.name)
            }
        let (limits, lifetime) = (try serverLimits(), try tokenLifetime())
        OpenFiles.raise()
        let configuration = ServerConfiguration(
            serverName: name, dataDirectory: directory, listenAddress: address.map { ($0.host, $0.port) },
            unixSocketPath: socket, registration: registration(token, home),
            limits: limits, proxy: reverseProxy, accessTokenLifetime: lifetime,
            pictureProgram: PictureProcess.thisProgram, publicURL: url ?? home?.shared.publicURL)
        let signals = TerminationSignals()
        let server = try await EmbeddedServer(
            configuration: configuration, logger: FileLog(path: paths.log).logger(label: "server"))
        try await home?.prepare(server)
        try await server.start()
        try home?.save()
        announce(configuration, isTokenGiven: token != nil, port: server.boundPort)
        await signals.wait()
        LocaleText.print(String.words("commands.stopping"))
        await server.stop(within: .seconds(4))
    }

    /// Returns the lifetime of access tokens in milliseconds.
    func tokenLifetime() throws(InputError) -> Int64? {
        guard let accessTokenLifetime else { return nil }
        guard (1...Self.longestLifetime).contains(accessTokenLifetime) else {
            throw .lifetime(most: Self.longestLifetime)
        }
        return accessTokenLifetime * 1_000
    }

    private func serverLimits() throws(InputError) -> ServerLimits {
        var limits = ServerLimits()
        limits.uploadBytes = try bytes(largestFile, "--largest-file") ?? limits.uploadBytes
        limits.mediaBytesPerAccount = try bytes(filesPerAccount, "--files-per-account") ?? limits.mediaBytesPerAccount
        limits.mediaBytes = try bytes(filesInAll, "--files-in-all") ?? limits.mediaBytes
        if let rate = writeRate {
            guard (1...Self.highestWriteRate).contains(rate) else {
                throw .writeRate(most: Self.highestWriteRate)
            }
            limits.multiplyWriteRates(by: Double(rate))
        }
        guard let number = connectionsPerAddress else { return limits }
        guard (1...limits.connections).contains(number) else {
            throw .connections(most: limits.connections)
        }
        limits.connectionsPerAddress = number
        limits.connectionsPerSharedAddress = max(number, limits.connectionsPerSharedAddress)
        return limits
    }

    private func bytes(_ mebibytes: Int64?, _ option: String) throws(InputError) -> Int64? {
        guard let mebibytes else { return nil }
        guard (1...Self.maxMebibytes).contains(mebibytes) else {
            throw .mebibytes(option: option, most: Self.maxMebibytes)
        }
        return mebibytes << 20
    }

    /// Returns the address for TCP. Without any address, this is the loopback interface.
    private func listenAddress(
        _ asked: ServedAddress?, _ home: SharedProfile?
    ) throws(ProgramError) -> ServedAddress? {
        if let asked { return asked }
        if let home { return try ServedAddress(typed: home.shared.listen) }
        return unix == nil ? .usual : nil
    }

    /// Returns the token from an option, its file or the systemd unit; `nil` if there is none.
    private func givenToken() throws(ProgramError) -> String? {
        let given = [registrationToken != nil, registrationTokenFile != nil, openRegistration]
        guard given.count(where: { $0 }) <= 1 else { throw .input(.registrationTwice) }
        if let registrationToken { return registrationToken }
        if let registrationTokenFile {
            return try RegistrationTokenFile(path: LocaleText.path(registrationTokenFile)).token()
        }
        return openRegistration ? nil : try RegistrationTokenFile.credential?.tokenIfAny()
    }

    private func registration(_ token: String?, _ home: SharedProfile?) -> ServerConfiguration.Registration {
        if let token = token ?? (openRegistration ? nil : home?.shared.registrationToken) {
            return .token(token)
        }
        return openRegistration ? .open : .closed
    }

    /// Prints how to join.
    private func announce(_ configuration: ServerConfiguration, isTokenGiven: Bool, port: Int?) {
        LocaleText.print(String.words("commands.serves", ["name": name, "directory": configuration.dataDirectory]))
        // The operator knows the given token, and other people may read this output.
        let registration: ServerConfiguration.Registration =
            isTokenGiven ? .token("TOKEN") : configuration.registration
        if let port, let host = configuration.listenAddress?.host {
            let address = ServedAddress(host: host, port: port)
            LocaleText.print("  \(address.joinLine(asks: registration, publicURL: configuration.publicURL))")
        } else if let url = configuration.publicURL {
            // The proxy connects to the Unix socket.
            LocaleText.print("  \(ServedAddress.usual.joinLine(asks: registration, publicURL: url))")
        }
        if let unix { LocaleText.print("  confab login unix:\(unix)\(registration.options)") }
        if case .closed = registration { LocaleText.print(String.words("commands.registration-is-closed")) }
        fflush(nil)
    }
}

/// A file with a registration token. On the command line, other users could see the token in the process list.
struct RegistrationTokenFile {
    /// The limit in bytes.
    private static let longest = 1_024

    let path: String

    /// The credential that a systemd unit passes on (systemd.exec(5), `LoadCredential`); `nil` if there is none.
    static var credential: RegistrationTokenFile? {
        guard let directory = ProcessInfo.processInfo.environment["CREDENTIALS_DIRECTORY"], !directory.isEmpty else {
            return nil
        }
        let file = RegistrationTokenFile(path: directory + "/registration-token")
        return access(file.path, F_OK) == 0 ? file : nil
    }

    /// Returns the first line that isn't blank, trimmed.
    ///
    /// - Throws: an error if the file can't be read, or holds no token.
    func token() throws(ProgramError) -> String {
        guard let token = try tokenIfAny() else {
            throw .file(path: path, reason: .words("commands.file-has-no-token"))
        }
        return token
    }

    /// Returns the token as ``token()`` does; `nil` if the file is empty.
    func tokenIfAny() throws(ProgramError) -> String? {
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw .file(path: path, reason: String(cString: strerror(errno)))
        }
        // Opening a directory succeeds too, but reading it fails.
        guard let bytes = try? file.read(upToCount: Self.longest + 1) ?? Data(), bytes.count <= Self.longest,
            let text = String(validating: bytes, as: UTF8.self)
        else { throw .file(path: path, reason: .words("commands.file-has-no-token")) }
        let line = text.split(whereSeparator: \.isNewline).first { !$0.allSatisfy(\.isWhitespace) }
        return line?.trimmingCharacters(in: .whitespaces)
    }
}
