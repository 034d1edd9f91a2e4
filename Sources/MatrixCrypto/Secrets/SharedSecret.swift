package import MatrixAPI

/// The response to a request for a secret, from another device of the account: `m.secret.send`, which is sent by Olm
/// only (client-server API, "Sharing").
///
/// Receivers have to check that the sender is a verified device of the account that received the request.
package struct SharedSecret: Sendable {
    package static let type = "m.secret.send"

    package let requestID: String
    /// The secret as it is stored; a key is in Base64.
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

    /// The unencrypted content, to be encrypted at once.
    package var content: JSONValue {
        ["request_id": .string(requestID), "secret": .string(String(decoding: secret.revealed, as: UTF8.self))]
    }
}
