/// A kind of request, by its method and path.
package enum FaultPlace: String, Sendable, CaseIterable {
    /// A line on its way.
    case send
    /// All that happened since, by poll.
    case sync
    /// All there is.
    case firstSync
    /// A page of history.
    case messages
    /// The live stream's handshake.
    case stream
    /// What the server speaks, which a client asks first when it connects.
    case versions
    /// Which ways in there are.
    case loginFlows
    case login
    /// The exchange of a refresh token.
    case refresh
    case keysUpload
    case keysQuery
    case keysClaim
    case sendToDevice
    /// All about backups of keys.
    case backup
    /// What a backup is, asked or told.
    case backupVersion
    /// A backup that is begun.
    case newBackup
    /// What is in a backup.
    case backedUpKeys
    /// The keys of an identity.
    case signingKeys
    /// Signatures of devices and of identities.
    case signatures
    /// What is kept about an account that is asked.
    case accountData
    /// The same that is told.
    case newAccountData
    /// Looking for the stored secret by which devices are signed.
    case signingSecret
    /// Looking for the stored secret of the backup.
    case backupSecret
    /// The devices of the account.
    case devices
    /// One device of the account.
    case device
    case deleteDevices
    /// The state of a chat, one event or all.
    case state
    /// Who is in a chat.
    case members
    /// An invitation that is accepted, or a room that is joined.
    case join
    /// An invitation that is declined, or a room that is left.
    case leave
    /// A file, by the new path or by the old one.
    case media
    /// A smaller picture of one.
    case thumbnail
    /// A file that is fetched, or a smaller picture of one.
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
        case .members: path.hasSuffix("/members")
        case .join: path.contains("/join/") || path.hasSuffix("/join")
        case .leave: path.hasSuffix("/leave")
        case .anything: true
        }
    }
}
