import Foundation
import MatrixCrypto
import Storage

/// The key of a session of a chat, open.
struct RoomKey: Sendable {
    /// But for its state, which is ``session``.
    let kept: KeptRoomKey
    var session: MegolmInboundSession

    init(_ kept: KeptRoomKey, _ session: MegolmInboundSession) {
        self.kept = kept
        self.session = session
    }

    /// One that came.
    ///
    /// - Parameters:
    ///   - sender: whose it is, where that is proved, else empty.
    ///   - signingKey: of the device that it is of, or is said to be of.
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
    /// As files, backups and other devices of the account get it.
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
