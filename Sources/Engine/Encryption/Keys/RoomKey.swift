import Foundation
import MatrixAPI
import MatrixCrypto
import Storage

/// The decrypted key of a session of a chat.
struct RoomKey: Sendable {
    /// The stored fields except the state, which is ``session``.
    let kept: StoredRoomKey
    var session: MegolmInboundSession

    init(_ kept: StoredRoomKey, _ session: MegolmInboundSession) {
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
        signingKey: Ed25519PublicKey?, origin: StoredRoomKey.Origin, isShareable: Bool
    ) {
        self.session = session
        kept = StoredRoomKey(
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

/// A cache of recently used keys, so that a run of events loads its key from disk once.
struct RoomKeyCache: Sendable {
    private static let most = 500
    private struct Key: Hashable {
        let session: RoomSession
        let sender: String
    }

    private var keys: [Key: RoomKey] = [:]

    subscript(session: RoomSession, sender: String) -> RoomKey? {
        get { keys[Key(session: session, sender: sender)] }
        set {
            if keys.count >= Self.most { keys = [:] }
            keys[Key(session: session, sender: sender)] = newValue
        }
    }
}

/// The gain of a key with an unproved sender, compared to the keys on this device.
enum RoomKeyGain: Hashable {
    case new
    /// The key decrypts earlier messages than the known one.
    case better
    case known
    /// The key contradicts the known one, which stays.
    case contradicting
    case malformed
}

extension DeviceKeyTables {
    /// Adds a key with an unproved sender. A known key with a proved sender stays, but may be extended to earlier
    /// messages, since the session itself signs them.
    func add(_ exported: ExportedRoomKey, origin: StoredRoomKey.Origin) throws -> RoomKeyGain {
        guard JSONValue.string(exported.roomID).identifier != nil else { return .malformed }
        let session = RoomSession(chatID: exported.roomID, sessionID: exported.key.sessionID)
        let known = try tables.roomKeys(of: session).compactMap { try? open($0) }
        var gains: Set<RoomKeyGain> = []
        for key in known { gains.insert(try extend(key, by: exported.key)) }
        // A recipient of a key could forward it as their own, so that a proved key of another device does not
        // count as this key.
        let isOfKnown = known.contains {
            $0.kept.sender.isEmpty || $0.kept.senderKey == exported.senderKey.base64
        }
        if !isOfKnown {
            gains.insert(.new)
            try set(RoomKey(exported, origin: origin))
        }
        return [.new, .better, .known].first(where: gains.contains) ?? .contradicting
    }

    private func extend(_ key: RoomKey, by other: MegolmSessionKey) throws -> RoomKeyGain {
        var key = key
        do {
            guard try key.session.extend(by: other) else { return .known }
        } catch {
            return .contradicting
        }
        try set(key)
        return .better
    }
}

extension RoomKey {
    fileprivate init(_ exported: ExportedRoomKey, origin: StoredRoomKey.Origin) {
        self.init(
            MegolmInboundSession(exported.key), chatID: exported.roomID, sender: "", senderKey: exported.senderKey,
            signingKey: exported.claimedSigningKey, origin: origin, isShareable: exported.isShareable)
    }
}
