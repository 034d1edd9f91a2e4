/// An Olm message of either type, as an `m.room.encrypted` event contains it for a device (client-server API,
/// "m.olm.v1.curve25519-aes-sha2").
package enum OlmEnvelope: Hashable, Sendable {
    case prekey(OlmPrekeyMessage)
    case normal(OlmMessage)

    /// - Parameters:
    ///   - type: 0 for a message that begins a session, 1 for others.
    ///   - body: the message in Base64.
    package init(type: Int64, body: String) throws(CryptoError) {
        switch type {
        case 0: self = .prekey(try OlmPrekeyMessage(bytes: UnpaddedBase64.decode(body)))
        case 1: self = .normal(try OlmMessage(bytes: UnpaddedBase64.decode(body)))
        default: throw .unknownMessageType(type)
        }
    }

    package var type: Int64 {
        switch self {
        case .prekey: 0
        case .normal: 1
        }
    }

    package var body: String {
        switch self {
        case .prekey(let message): UnpaddedBase64.encode(message.bytes)
        case .normal(let message): UnpaddedBase64.encode(message.bytes)
        }
    }

    var message: OlmMessage {
        switch self {
        case .prekey(let prekey): prekey.message
        case .normal(let message): message
        }
    }
}
