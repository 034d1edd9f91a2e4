/// The configuration of an embedded server.
package struct ServerConfiguration: Sendable {
    /// The server name, such as `localhost`: the part after the colon in all identifiers of this server. It can't
    /// change once data exists.
    package var serverName: String
    /// The directory of `server.sqlite`; created with mode 0700 if it is missing.
    package var dataDirectory: String
    /// The TCP address to listen at; port 0 uses any free port. `nil` serves no TCP.
    package var listenAddress: (host: String, port: Int)?
    /// The path of the Unix socket (mode 0600) to listen at; `nil` serves none.
    package var unixSocketPath: String?
    package var registration: Registration
    /// scrypt's N, see ``usualScryptWorkFactor``.
    package var scryptWorkFactor: Int
    package var limits: ServerLimits
    /// The reverse proxy in front of the server, if there is one.
    package var proxy: ReverseProxy?
    /// The lifetime of an access token that comes with a refresh token, in milliseconds. With `nil` tokens last
    /// forever, and there are no refresh tokens.
    package var accessTokenLifetime: Int64?
    /// The program that decodes pictures for thumbnails, as in `PictureProcess`; `nil` makes no thumbnails.
    package var pictureProgram: String?
    /// The address at which clients reach the server; `nil` lets each keep the address that it was given.
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
    /// The default work factor: a password takes half a second and 128 MB. The program that tests start is built
    /// without optimization, where 2^14 takes as long; 2^10 leaves that time to the tests.
    #if DEBUG
        package static let usualScryptWorkFactor = 1 << 10
    #else
        package static let usualScryptWorkFactor = 1 << 17
    #endif

    /// The people who may register.
    package enum Registration: Sendable {
        case closed
        /// Anyone with this registration token may register.
        case token(String)
        case open
    }
}
