package import Foundation

/// A request of another device of the account that was not answered yet.
package struct DeviceRequest: Hashable, Sendable {
    package let deviceID: String
    package let requestID: String
    /// The type, such as `m.secret.request`.
    package let type: String
    /// The content as JSON.
    package let content: String

    package init(deviceID: String, requestID: String, type: String, content: String) {
        self.deviceID = deviceID
        self.requestID = requestID
        self.type = type
        self.content = content
    }
}

/// The key backup that this device uses.
package struct StoredBackup: Hashable, Sendable {
    /// The identifier on the server.
    package let version: String
    /// The public key in Base64.
    package let publicKey: String

    package init(version: String, publicKey: String) {
        self.version = version
        self.publicKey = publicKey
    }
}

/// A request of this device to the account's other devices.
package struct StoredSecretRequest: Hashable, Sendable {
    package let requestID: String
    /// The requested devices, with their signing keys in Base64.
    package let asked: [String: String]
    /// Milliseconds since 1970.
    package let askedAt: Int64

    package init(requestID: String, asked: [String: String], askedAt: Int64) {
        self.requestID = requestID
        self.asked = asked
        self.askedAt = askedAt
    }
}

/// A private key of the account, in encrypted form.
package struct StoredPrivateKey: Hashable, Sendable {
    /// The name, such as `m.cross_signing.master`.
    package let name: String
    /// The public half in Base64.
    package let publicKey: String
    /// The encrypted secret.
    package let secret: Data

    package init(name: String, publicKey: String, secret: Data) {
        self.name = name
        self.publicKey = publicKey
        self.secret = secret
    }
}

/// The owner of a room key, without the key.
package struct KeyOrigin: Hashable, Sendable {
    package let sessionID: String
    /// The Matrix ID of the owner if it is authenticated, otherwise empty.
    package let sender: String
    /// The identity key of the device that created the key. The device is only claimed if ``sender`` is empty.
    package let senderKey: String
    package let signingKey: String?
    /// Whether this device created it.
    package let isOwn: Bool
}
