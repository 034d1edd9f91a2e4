/// The key of one message of a chain (Olm, "Creating a message key").
struct MessageKey: Sendable, Equatable {
    let secret: SecretBytes
    let index: UInt32

    var cipher: MessageCipher { MessageCipher(secret: secret, info: "OLM_KEYS") }
}
