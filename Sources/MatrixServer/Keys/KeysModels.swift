import MatrixAPI

/// A cross-signing key, checked against its owner and usage.
struct CrossSigningKey: Sendable {
    /// The maximum in bytes. A key with its signatures has 600.
    private static let largest = 16_384

    let usage: CrossSigningUsage
    let json: JSONValue
    /// The public half, which is also the key's name.
    let publicKey: String

    init(_ json: JSONValue, _ usage: CrossSigningUsage, of user: String) throws(EndpointError) {
        let name = usage.uploadName
        guard json["user_id"]?.string == user else { throw EndpointError.invalid("\(name) is another person's") }
        guard json["usage"]?.array?.contains(.string(usage.rawValue)) == true else {
            throw EndpointError.invalid("\(name) has another usage")
        }
        guard let keys = json["keys"]?.object, keys.count == 1, let key = keys.first, let publicKey = key.value.string,
            key.key == "ed25519:\(publicKey)", publicKey.isSoundIdentifier
        else { throw EndpointError.invalid("\(name) has to have one key with its own name") }
        guard json.serialized.count <= Self.largest else { throw EndpointError.tooLarge("\(name) is too large") }
        self.usage = usage
        self.publicKey = publicKey
        var kept = json
        kept["unsigned"] = nil
        self.json = kept
    }
}

/// Users whose devices a client has to query again, and users whose devices it no longer needs (client-server API,
/// "Tracking the device list for a user").
struct DeviceLists: Sendable {
    let changed: Set<String>
    let left: Set<String>

    var isEmpty: Bool { changed.isEmpty && left.isEmpty }

    var json: JSONValue {
        [
            "changed": .array(changed.sorted().map(JSONValue.string)),
            "left": .array(left.sorted().map(JSONValue.string)),
        ]
    }
}

/// The identifier of a stored key, as in `signed_curve25519:AAAAHQ`.
struct KeyName: Hashable, Sendable {
    let algorithm: String
    let keyID: String

    init(algorithm: String, keyID: String) {
        self.algorithm = algorithm
        self.keyID = keyID
    }

    /// - Returns: `nil` if it has no algorithm or no identifier.
    init?(_ text: String) {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        algorithm = String(text[..<colon])
        keyID = String(text[text.index(after: colon)...])
        guard !algorithm.isEmpty, !keyID.isEmpty else { return nil }
    }

    var text: String { "\(algorithm):\(keyID)" }
}

/// A room key in a backup, with its room and session (client-server API, "Server-side key backups").
struct BackedUpKey: Sendable {
    /// The maximum in bytes. A key has 700, and an account may have half a million of them.
    private static let largest = 4_096

    let roomID: String
    let sessionID: String
    let data: KeyBackupData

    init(roomID: String, sessionID: String, data: KeyBackupData) {
        self.roomID = roomID
        self.sessionID = sessionID
        self.data = data
    }

    /// - Throws: ``EndpointError`` if it is malformed, or too large.
    init(_ json: JSONValue, room: String, session: String) throws(EndpointError) {
        guard room.isSoundIdentifier, session.isSoundIdentifier, max(room.utf8.count, session.utf8.count) <= 255 else {
            throw EndpointError.invalid("That is no name of a room or session")
        }
        guard let data = KeyBackupData(json: json) else {
            throw EndpointError.badJSON("A key must have its index, its counts and its data")
        }
        guard data.sealed.serialized.count <= Self.largest else { throw EndpointError.tooLarge("A key is too large") }
        self.init(roomID: room, sessionID: session, data: data)
    }

    /// Whether it is better than another key of the same session: verified, then with an earlier first index, then
    /// forwarded less often.
    func isBetter(than other: BackedUpKey) -> Bool {
        let (own, others) = (data, other.data)
        if own.isVerified != others.isVerified { return own.isVerified }
        if own.firstIndex != others.firstIndex { return own.firstIndex < others.firstIndex }
        return own.forwardedCount < others.forwardedCount
    }
}
