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
    /// The devices of the account.
    case devices
    /// The state of a chat, one event or all.
    case state
    case anything

    func matches(_ request: ProxyMessage) -> Bool {
        let (method, path) = (request.method, request.path)
        return switch self {
        case .send: method == "PUT" && path.contains("/send/")
        case .sync: path.hasSuffix("/v3/sync")
        case .firstSync: path.hasSuffix("/v3/sync") && !request.target.contains("since=")
        case .messages: path.hasSuffix("/messages")
        case .stream: path.hasSuffix("/im.confab.stream")
        case .versions: path.hasSuffix("/client/versions")
        case .loginFlows: method == "GET" && path.hasSuffix("/v3/login")
        case .login: method == "POST" && path.hasSuffix("/v3/login")
        case .refresh: path.hasSuffix("/v3/refresh")
        case .keysUpload: path.hasSuffix("/keys/upload")
        case .keysQuery: path.hasSuffix("/keys/query")
        case .keysClaim: path.hasSuffix("/keys/claim")
        case .sendToDevice: path.contains("/sendToDevice/")
        case .backup: path.contains("/room_keys/")
        case .devices: path.hasSuffix("/v3/devices")
        case .state: method == "GET" && path.contains("/state")
        case .anything: true
        }
    }
}
