import Foundation
import MatrixAPI
import MatrixServer
import ViewModels

/// The settings of a profile's shared server, kept as a file in its data directory.
///
/// The file contains the owner's access token, so reading it grants the owner's access. The database
/// beside it grants the same.
struct SharedServer: Equatable {
    /// The profile that owns the server. It determines the path of the Unix socket.
    var profile: String
    /// The address for TCP, as in `127.0.0.1:8008`.
    var listen: String
    /// The token that lets other people register.
    var registrationToken: String
    /// The address at which a proxy serves it; `nil` if clients connect to ``listen``.
    var publicURL: PublicURL?
    /// The access tokens of the profile and of the guide; `nil` until the server created them.
    var ownToken: String?
    var guideToken: String?

    init(profile: String, listen: String, ownToken: String? = nil, guideToken: String? = nil) {
        self.profile = profile
        self.listen = listen
        self.ownToken = ownToken
        self.guideToken = guideToken
        registrationToken = Self.newToken()
    }

    /// The command with which a colleague joins.
    var joinLine: String {
        let address = try? ServedAddress(typed: listen)
        return (address ?? .usual).joinLine(asks: .token(registrationToken), publicURL: publicURL)
    }

    /// Returns a token with 100 bits of entropy. It leaves out letters and digits that are easily confused.
    private static func newToken() -> String {
        String((0..<20).map { _ in "abcdefghjkmnpqrstuvwxyz23456789".randomElement() ?? "a" })
    }

    private init?(_ json: JSONValue) {
        guard let profile = json["profile"]?.string, let listen = json["listen"]?.string,
            let token = json["registration_token"]?.string
        else { return nil }
        (self.profile, self.listen, registrationToken) = (profile, listen, token)
        publicURL = json["public_url"]?.string.flatMap { PublicURL($0) }
        ownToken = json["own_token"]?.string
        guideToken = json["guide_token"]?.string
    }

    private var json: JSONValue {
        var json: JSONValue = [
            "profile": .string(profile), "listen": .string(listen), "registration_token": .string(registrationToken),
        ]
        if let publicURL { json["public_url"] = .string(publicURL.description) }
        if let ownToken { json["own_token"] = .string(ownToken) }
        if let guideToken { json["guide_token"] = .string(guideToken) }
        return json
    }
}

extension SharedServer {
    /// - Parameter directory: the data directory of the server.
    /// - Returns: `nil` if the server is not shared.
    static func load(from directory: String) throws(ProgramError) -> SharedServer? {
        let path = file(in: directory)
        guard access(path, F_OK) == 0 else { return nil }
        guard let data = FileManager.default.contents(atPath: path), let json = try? JSONValue(parsing: data),
            let shared = SharedServer(json)
        else { throw .file(path: path, reason: .words("share.file-is-damaged")) }
        return shared
    }

    func save(to directory: String) throws(ProgramError) {
        try ProgramPaths.makePrivateDirectory(directory)
        try ProgramPaths.writePrivateFile(json.serialized + [0x0A], to: Self.file(in: directory))
    }

    static func remove(from directory: String) throws(ProgramError) {
        let path = file(in: directory)
        guard unlink(path) == 0 || errno == ENOENT else {
            throw .file(path: path, reason: String(cString: strerror(errno)))
        }
    }

    private static func file(in directory: String) -> String { directory + "/share.json" }
}

extension EmbeddedServer {
    static var guideLocalpart: String { "guide" }

    /// Creates the accounts of a profile and of its guide if they don't exist yet.
    ///
    /// - Returns: an access token for each account. Earlier tokens become invalid.
    func sessions(of profile: Profile) async throws(ServerError) -> (own: String, guide: String) {
        let localpart = String(profile.userID.dropFirst().prefix { $0 != ":" })
        let own = try await localSession(
            localpart: localpart, displayName: profile.displayName ?? localpart, deviceID: profile.deviceID)
        let guide = try await localSession(
            localpart: Self.guideLocalpart, displayName: "Guide", deviceID: "GUIDE")
        return (own.accessToken, guide.accessToken)
    }
}
