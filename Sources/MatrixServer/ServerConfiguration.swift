/// What an embedded server is told when it starts.
package struct ServerConfiguration: Sendable {
    /// The name behind the colon of every identifier made here, such as `localhost`. It can't change once data exists.
    package var serverName: String
    /// Holds `server.sqlite`; made with mode 0700 where it is missing.
    package var dataDirectory: String
    /// Where TCP is served; port 0 takes any free one. `nil` serves no TCP.
    package var listenAddress: (host: String, port: Int)?
    /// Where a Unix socket (mode 0600) is served; `nil` serves none.
    package var unixSocketPath: String?
    package var registration: Registration
    /// scrypt's N, see ``usualScryptWorkFactor``.
    package var scryptWorkFactor: Int
    package var limits: ServerLimits
    /// What stands in front of the server, if anything does.
    package var proxy: ReverseProxy?
    /// How long an access token lasts that comes with a refresh token, in milliseconds; `nil`: for ever, and without one.
    package var accessTokenLifetime: Int64?
    /// The program that decodes pictures for thumbnails, as `PictureProcess` has it; `nil`: none are made.
    package var pictureProgram: String?
    /// The address at which clients reach the server; `nil`: each keeps the address that it was given.
    package var publicURL: PublicURL?

    package init(
        serverName: String,
        dataDirectory: String,
        listenAddress: (host: String, port: Int)? = nil,
        unixSocketPath: String? = nil,
        registration: Registration = .closed,
        scryptWorkFactor: Int = usualScryptWorkFactor,
        limits: ServerLimits = ServerLimits(),
        proxy: ReverseProxy? = nil,
        accessTokenLifetime: Int64? = nil,
        pictureProgram: String? = nil,
        publicURL: PublicURL? = nil
    ) {
        self.serverName = serverName
        self.dataDirectory = dataDirectory
        self.listenAddress = listenAddress
        self.unixSocketPath = unixSocketPath
        self.registration = registration
        self.scryptWorkFactor = scryptWorkFactor
        self.limits = limits
        self.proxy = proxy
        self.accessTokenLifetime = accessTokenLifetime
        self.pictureProgram = pictureProgram
        self.publicURL = publicURL
    }
}

extension ServerConfiguration {
    /// A password costs half a second with it, and 128 MB. Without optimization 2^14 takes as long, at 16 MB.
    #if DEBUG
        package static let usualScryptWorkFactor = 1 << 14
    #else
        package static let usualScryptWorkFactor = 1 << 17
    #endif

    /// Who may register.
    package enum Registration: Sendable {
        case closed
        /// Whoever knows this registration token.
        case token(String)
        case open
    }
}
