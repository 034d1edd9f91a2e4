/// A kind of request, by its method and path.
package enum FaultPlace: String, Sendable, CaseIterable {
    /// Sends a line.
    case send
    /// Syncs the changes since a position, by polling.
    case sync
    /// Syncs everything.
    case firstSync
    /// Gets a page of history.
    case messages
    /// Opens the live stream, by its handshake.
    case stream
    /// Gets the server's versions, which a client requests first when it connects.
    case versions
    /// Gets the login flows.
    case loginFlows
    case login
    /// Exchanges a refresh token.
    case refresh
    case keysUpload
    case keysQuery
    case keysClaim
    case sendToDevice
    /// Any request about key backups.
    case backup
    /// Gets or sets the description of a backup.
    case backupVersion
    /// Creates a backup.
    case newBackup
    /// Gets or stores the keys in a backup.
    case backedUpKeys
    /// Uploads the keys of an identity.
    case signingKeys
    /// Uploads signatures of devices and of identities.
    case signatures
    /// Gets account data.
    case accountData
    /// Sets account data.
    case newAccountData
    /// Gets the stored secret that signs devices.
    case signingSecret
    /// Gets the stored secret of the backup.
    case backupSecret
    /// Lists the devices of the account.
    case devices
    /// Gets or changes one device of the account.
    case device
    case deleteDevices
    /// Accesses the state of a chat, one event or all.
    case state
    /// Sets a state event of a chat.
    case setState
    /// Lists the members of a chat.
    case members
    /// Accepts an invitation, or joins a room.
    case join
    /// Declines an invitation, or leaves a room.
    case leave
    /// Lists the rooms that the account has joined.
    case joinedRooms
    /// Any request about a file, by the new path or by the old one.
    case media
    /// Gets the thumbnail of a file.
    case thumbnail
    /// Downloads a file or its thumbnail.
    case download
    case anything

    func matches(_ request: ProxyMessage) -> Bool {
        let (method, path) = (request.method, request.path)
        return switch self {
        case .send: method == "PUT" && path.contains("/send/")
        case .sync: path.hasSuffix("/v3/sync")
        case .firstSync: path.hasSuffix("/v3/sync") && !request.target.contains("since=")
        case .messages: path.hasSuffix("/messages")
        case .stream: path.hasSuffix("/im.confab.stream")
        case .media: path.contains("/media/")
        case .download: method == "GET" && (path.contains("/download/") || path.contains("/thumbnail/"))
        case .thumbnail: path.contains("/thumbnail/")
        case .versions: path.hasSuffix("/client/versions")
        case .loginFlows: method == "GET" && path.hasSuffix("/v3/login")
        case .login: method == "POST" && path.hasSuffix("/v3/login")
        case .refresh: path.hasSuffix("/v3/refresh")
        case .keysUpload: path.hasSuffix("/keys/upload")
        case .keysQuery: path.hasSuffix("/keys/query")
        case .keysClaim: path.hasSuffix("/keys/claim")
        case .sendToDevice: path.contains("/sendToDevice/")
        case .backup: path.contains("/room_keys/")
        case .backupVersion: method != "POST" && path.contains("/room_keys/version")
        case .newBackup: method == "POST" && path.hasSuffix("/room_keys/version")
        case .backedUpKeys: path.contains("/room_keys/keys")
        case .signingKeys: path.hasSuffix("/keys/device_signing/upload")
        case .signatures: path.hasSuffix("/keys/signatures/upload")
        case .accountData: method == "GET" && path.contains("/account_data/")
        case .signingSecret: method == "GET" && path.hasSuffix("/account_data/m.cross_signing.self_signing")
        case .backupSecret: method == "GET" && path.hasSuffix("/account_data/m.megolm_backup.v1")
        case .newAccountData: method == "PUT" && path.contains("/account_data/")
        case .devices: path.hasSuffix("/v3/devices")
        case .device: path.contains("/v3/devices/")
        case .deleteDevices: path.hasSuffix("/v3/delete_devices")
        case .state: method == "GET" && path.contains("/state")
        case .setState: method == "PUT" && path.contains("/state/")
        case .members: path.hasSuffix("/members")
        case .join: path.contains("/join/") || path.hasSuffix("/join")
        case .leave: path.hasSuffix("/leave")
        case .joinedRooms: path.hasSuffix("/joined_rooms")
        case .anything: true
        }
    }
}
