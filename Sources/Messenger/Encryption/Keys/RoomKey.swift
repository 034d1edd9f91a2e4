import Foundation
import MatrixCrypto
import Storage

/// The decrypted key of a session of a chat.
struct RoomKey: Sendable {
    /// The stored fields except the state, which is ``session``.
    let kept: KeptRoomKey
    var session: MegolmInboundSession

    init(_ kept: KeptRoomKey, _ session: MegolmInboundSession) {
        self.kept = kept
        self.session = session
    }

    /// Creates a key that was received.
    ///
    /// - Parameters:
    ///   - sender: the owner of the key if that is proved, otherwise empty.
    ///   - signingKey: the signing key of its device, which may be only claimed.
    init(
        _ session: MegolmInboundSession, chatID: String, sender: String, senderKey: Curve25519PublicKey,
        signingKey: Ed25519PublicKey?, origin: KeptRoomKey.Origin, isShareable: Bool
    ) {
        self.session = session
        kept = KeptRoomKey(
            chatID: chatID, sessionID: session.sessionID, sender: sender, senderKey: senderKey.base64,
            signingKey: signingKey?.base64, firstIndex: session.firstIndex, origin: origin, isShareable: isShareable,
            state: Data())
    }
}

extension RoomKey {
    /// The key in the format for files, backups and other devices of the account.
    var exported: ExportedRoomKey {
        get throws(CryptoError) {
            ExportedRoomKey(
                roomID: kept.chatID, key: try session.key(at: session.firstIndex),
                senderKey: try Curve25519PublicKey(base64: kept.senderKey),
                claimedSigningKey: try kept.signingKey.map { text throws(CryptoError) in
                    try Ed25519PublicKey(base64: text)
                },
                isShareable: kept.isShareable)
        }
    }
}
