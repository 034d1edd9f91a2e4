package import MatrixAPI

/// A device tells another of its owner a secret: `m.secret.send`, which goes through Olm alone (client-server API, "Sharing").
///
/// Who sends one has to be a verified device of one's own that was asked for it; that is for whoever decrypted it to look at.
package struct SharedSecret: Sendable {
    package static let type = "m.secret.send"

    package let requestID: String
    /// As it is stored: for keys, their Base64.
    package let secret: SecretBytes

    package init(_ secret: SecretBytes, answering requestID: String) {
        self.requestID = requestID
        self.secret = secret
    }

    package init(content: JSONValue) throws(CryptoError) {
        requestID = try content.textMember("request_id")
        var text = Array(try content.textMember("secret").utf8)
        secret = SecretBytes(taking: &text)
    }

    /// In the open, to be encrypted at once.
    package var content: JSONValue {
        ["request_id": .string(requestID), "secret": .string(String(decoding: secret.revealed, as: UTF8.self))]
    }
}
