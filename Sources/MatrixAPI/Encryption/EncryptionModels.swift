/// The purpose of a cross-signing key (client-server API, "Cross-signing").
package enum CrossSigningUsage: String, CaseIterable, Sendable {
    /// The key represents the user, and signs the other two.
    case master
    /// The key signs the user's own devices.
    case selfSigning = "self_signing"
    /// The key signs the master keys of others; it is visible only to its owner.
    case userSigning = "user_signing"

    /// The member of the body that uploads it.
    package var uploadName: String { rawValue + "_key" }
    /// The member of the response that contains it.
    package var queryName: String { rawValue + "_keys" }
}

/// A message from a device to this one only (client-server API, "Send-to-Device messaging").
package struct DeviceMessage: Hashable, Sendable {
    /// The sender, as reported by the server.
    package let sender: String
    package let type: String
    package let content: JSONValue

    /// - Returns: `nil` if a part is missing.
    package init?(json: JSONValue) {
        guard let sender = json["sender"]?.identifier, let type = json["type"]?.identifier,
            let content = json["content"], content.isObject, json[MatrixEvent.malformedType] == nil
        else { return nil }
        self.sender = sender
        self.type = type
        self.content = content
    }
}

/// A backup of room keys, as reported by the server (client-server API, `GET room_keys/version`). None of it is
/// trusted before the signatures in its data are verified.
package struct KeyBackup: Hashable, Sendable {
    /// The name of the version, which doesn't reveal its age.
    package let version: String
    package let algorithm: String
    /// The authentication data, in the form that the algorithm defines.
    package let authData: JSONValue
    package let state: KeyBackupState

    /// - Returns: `nil` if a part is missing that a client needs.
    package init?(json: JSONValue) {
        guard let version = json["version"]?.identifier, !version.isEmpty, let algorithm = json["algorithm"]?.string,
            let authData = json["auth_data"], authData.isObject
        else { return nil }
        self.version = version
        self.algorithm = algorithm
        self.authData = authData
        state = KeyBackupState(json: json)
    }
}

/// A room key in a backup (client-server API, "Server-side key backups", `KeyBackupData`). The members beside the
/// encrypted key are the uploader's claims, by which servers choose the better of two keys.
package struct KeyBackupData: Hashable, Sendable {
    /// The index of the first message that the key decrypts.
    package let firstIndex: Int64
    /// The number of times that the key was forwarded.
    package let forwardedCount: Int64
    /// Whether it came from a verified device.
    package let isVerified: Bool
    /// The key, encrypted for the backup's owner.
    package let sealed: JSONValue

    package init(firstIndex: Int64, forwardedCount: Int64, isVerified: Bool, sealed: JSONValue) {
        self.firstIndex = firstIndex
        self.forwardedCount = forwardedCount
        self.isVerified = isVerified
        self.sealed = sealed
    }

    /// - Returns: `nil` if a part is missing or a number is invalid.
    package init?(json: JSONValue) {
        guard let firstIndex = json["first_message_index"]?.integer, firstIndex >= 0,
            let forwardedCount = json["forwarded_count"]?.integer, forwardedCount >= 0,
            let isVerified = json["is_verified"]?.bool, let sealed = json["session_data"], sealed.isObject
        else { return nil }
        self.init(firstIndex: firstIndex, forwardedCount: forwardedCount, isVerified: isVerified, sealed: sealed)
    }

    package var json: JSONValue {
        [
            "first_message_index": .integer(firstIndex), "forwarded_count": .integer(forwardedCount),
            "is_verified": .bool(isVerified), "session_data": sealed,
        ]
    }
}

/// The size and version of a backup of room keys (client-server API, `PUT room_keys/keys`).
package struct KeyBackupState: Hashable, Sendable {
    /// The number of keys; `nil` if the server doesn't report it.
    package let count: Int64?
    /// The tag, which changes when another device changed the backup; `nil` if the server doesn't report it.
    package let etag: String?

    package init(json: JSONValue) {
        count = json["count"]?.integer.flatMap { $0 < 0 ? nil : $0 }
        etag = json["etag"]?.token
    }
}

/// Users' keys as reported by a server (client-server API, `POST keys/query`). None of it is trusted before its
/// signatures are verified.
package struct KeyQueryResponse: Sendable {
    /// The keys by user and device.
    package let deviceKeys: [String: [String: JSONValue]]
    /// The keys by user.
    package let masterKeys: [String: JSONValue]
    package let selfSigningKeys: [String: JSONValue]
    /// The keys by user. Servers send only the key of this account.
    package let userSigningKeys: [String: JSONValue]
    /// Servers that could not be reached, so that their keys are missing.
    package let failures: Set<String>

    /// Parses leniently: a malformed part is left out, and the rest is kept.
    package init(json: JSONValue) {
        deviceKeys = (json["device_keys"]?.namedMembers ?? [:]).mapValues(\.namedMembers)
        masterKeys = json["master_keys"]?.namedMembers ?? [:]
        selfSigningKeys = json["self_signing_keys"]?.namedMembers ?? [:]
        userSigningKeys = json["user_signing_keys"]?.namedMembers ?? [:]
        failures = Set((json["failures"]?.object ?? [:]).keys)
    }
}

/// The public keys by which a user verifies devices and other users (client-server API, "Cross-signing"), each signed.
package struct SigningKeys: Hashable, Sendable {
    /// The master key; `nil` if the server has it already, or if there is none. The same applies to the other keys.
    package var master: JSONValue?
    package var selfSigning: JSONValue?
    package var userSigning: JSONValue?

    package init(master: JSONValue? = nil, selfSigning: JSONValue? = nil, userSigning: JSONValue? = nil) {
        self.master = master
        self.selfSigning = selfSigning
        self.userSigning = userSigning
    }

    /// The members of `POST keys/device_signing/upload`.
    package var json: JSONValue {
        var json = JSONValue.emptyObject
        json["master_key"] = master
        json["self_signing_key"] = selfSigning
        json["user_signing_key"] = userSigning
        return json
    }
}
