import MatrixAPI
import MatrixCrypto
import Storage

/// What a key that nobody vouches for added to those that are here.
enum RoomKeyGain: Hashable {
    case new
    /// It reads earlier messages than the one that was here.
    case better
    case known
    /// It leads to other messages than the one that is here, which stays.
    case contradicting
    case malformed
}

extension DeviceKeyTables {
    /// Takes in a key of which nobody proves whose it is. One that is proved stays as it is, but that it may read from earlier on: what
    /// it reads is signed by the session itself.
    func take(_ exported: ExportedRoomKey, origin: KeptRoomKey.Origin) throws -> RoomKeyGain {
        guard JSONValue.string(exported.roomID).identifier != nil else { return .malformed }
        let session = RoomSession(chatID: exported.roomID, sessionID: exported.key.sessionID)
        let known = try tables.roomKeys(of: session).compactMap { try? open($0) }
        var gains: Set<RoomKeyGain> = []
        for key in known { gains.insert(try extend(key, by: exported.key)) }
        // Somebody who was given another's key could hand it on as their own: that one doesn't stand for this.
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
    fileprivate init(_ exported: ExportedRoomKey, origin: KeptRoomKey.Origin) {
        self.init(
            MegolmInboundSession(exported.key), chatID: exported.roomID, sender: "", senderKey: exported.senderKey,
            signingKey: exported.claimedSigningKey, origin: origin, isShareable: exported.isShareable)
    }
}
