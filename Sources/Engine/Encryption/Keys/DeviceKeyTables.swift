import Foundation
import MatrixCrypto
import Storage

/// The keys of this device within a transaction. They are decrypted when read and encrypted when written.
///
/// A key that can't be decrypted, such as after the loss of the sealing key, counts as missing, and a new key
/// replaces it. Only the account is never replaced that way, since it is the identity of this device.
struct DeviceKeyTables {
    let tables: EncryptionTables
    let key: SealingKey

    func account() throws -> OlmAccount? {
        guard let device = try tables.ownDevice() else { return nil }
        return try OlmAccount(state: key.open(device.account, as: Self.accountName))
    }

    func set(_ account: OlmAccount, deviceID: String, isUploaded: Bool) throws {
        let sealed = Data(key.seal(account.state, as: Self.accountName))
        try tables.set(EncryptionTables.OwnDevice(deviceID: deviceID, account: sealed, isUploaded: isUploaded))
    }

    /// The sessions with a device, the last used first.
    func olmSessions(with peer: Curve25519PublicKey) throws -> [OlmSession] {
        try tables.olmSessions(peerKey: peer.base64).compactMap { open($0, with: peer) }
    }

    /// The session that was used last.
    func olmSession(with peer: Curve25519PublicKey) throws -> OlmSession? {
        try tables.olmSessions(peerKey: peer.base64).lazy.compactMap { open($0, with: peer) }.first
    }

    private func open(_ kept: (sessionID: String, state: Data), with peer: Curve25519PublicKey) -> OlmSession? {
        try? OlmSession(state: key.open(kept.state, as: Self.name(ofOlm: kept.sessionID, peer)))
    }

    /// - Parameter time: the time of the session's start or last decrypted message, in milliseconds since 1970.
    func set(_ session: OlmSession, usedAt time: Int64? = nil) throws {
        let peer = session.peerIdentityKey
        let sealed = key.seal(session.state, as: Self.name(ofOlm: session.sessionID, peer))
        try tables.setOlmSession(
            peerKey: peer.base64, sessionID: session.sessionID, state: Data(sealed), usedAt: time)
    }

    func sendingSession(chatID: String) throws -> (kept: SendingKey, session: MegolmOutboundSession)? {
        guard let kept = try tables.sendingKey(chatID: chatID),
            let session = try? MegolmOutboundSession(state: key.open(kept.state, as: Self.name(ofSending: chatID)))
        else { return nil }
        return (kept, session)
    }

    /// - Parameters:
    ///   - time: the time of creation in milliseconds since 1970.
    ///   - isShareable: whether later members may receive its key.
    func set(
        _ session: MegolmOutboundSession, chatID: String, madeAt time: Int64, isShareable: Bool?
    ) throws {
        let sealed = Data(key.seal(session.state, as: Self.name(ofSending: chatID)))
        try tables.set(
            SendingKey(sessionID: session.sessionID, state: sealed, madeAt: time, isShareable: isShareable),
            chatID: chatID)
    }

    /// Returns the key of a session: the one whose owner is proved to be the sender, or one with an unproved owner.
    ///
    /// - Parameter sender: the Matrix ID of the sender of the encrypted events.
    func roomKey(_ session: RoomSession, of sender: String) throws -> RoomKey? {
        guard let kept = try tables.roomKey(session, of: sender) else { return nil }
        if let key = try? open(kept) { return key }
        return try tables.roomKey(session, of: "").flatMap { try? open($0) }
    }

    func open(_ kept: StoredRoomKey) throws(CryptoError) -> RoomKey {
        RoomKey(kept, try MegolmInboundSession(state: key.open(kept.state, as: Self.name(of: kept))))
    }

    func set(_ key: RoomKey) throws {
        var kept = key.kept
        kept.firstIndex = key.session.firstIndex
        kept.state = Data(self.key.seal(key.session.state, as: Self.name(of: kept)))
        try tables.set(kept)
    }

    private static let accountName = "account"
    private static func name(ofOlm sessionID: String, _ peer: Curve25519PublicKey) -> String {
        "olm \(peer.base64) \(sessionID)"
    }
    private static func name(ofSending chatID: String) -> String { "sending \(chatID)" }
    private static func name(of key: StoredRoomKey) -> String { "room \(key.sessionID) \(key.sender) \(key.chatID)" }
}
