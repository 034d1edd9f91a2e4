import Foundation
import MatrixAPI
import MatrixCrypto
import Storage

/// A request for the key of a session to the account's other devices, or its cancellation: `m.room_key_request`
/// (client-server API, "Key requests").
struct RoomKeyRequest: Hashable {
    static let type = "m.room_key_request"
    static let forwardedType = "m.forwarded_room_key"

    /// The session; `nil` for a cancellation.
    let session: RoomSession?
    /// The requesting device. The field is not encrypted, so the answer is sent only to a device whose keys are
    /// known.
    let deviceID: String
    let requestID: String

    init(_ session: RoomSession?, deviceID: String, requestID: String = UUID().uuidString) {
        (self.session, self.deviceID, self.requestID) = (session, deviceID, requestID)
    }

    /// - Returns: `nil` if the content is malformed.
    init?(content: JSONValue) {
        guard let deviceID = content["requesting_device_id"]?.identifier,
            let requestID = content["request_id"]?.identifier
        else { return nil }
        switch content["action"]?.string {
        case "request":
            guard let body = content["body"], body["algorithm"]?.string == ExportedRoomKey.algorithm,
                let chatID = body["room_id"]?.identifier, let sessionID = body["session_id"]?.identifier
            else { return nil }
            session = RoomSession(chatID: chatID, sessionID: sessionID)
        case "request_cancellation": session = nil
        default: return nil
        }
        (self.deviceID, self.requestID) = (deviceID, requestID)
    }

    var content: JSONValue {
        var content: JSONValue = [
            "action": .string(session == nil ? "request_cancellation" : "request"),
            "requesting_device_id": .string(deviceID), "request_id": .string(requestID),
        ]
        guard let session else { return content }
        content["body"] = [
            "algorithm": .string(ExportedRoomKey.algorithm), "room_id": .string(session.chatID),
            "session_id": .string(session.sessionID),
        ]
        return content
    }

    /// The content of `m.forwarded_room_key`.
    static func answer(_ key: ExportedRoomKey) -> JSONValue {
        var content = key.json
        // This field has another name here than in files and backups.
        content["sender_claimed_keys"] = nil
        content["sender_claimed_ed25519_key"] = key.claimedSigningKey.map { .string($0.base64) }
        return content
    }

    /// - Returns: `nil` if the content is malformed.
    static func key(inAnswer content: JSONValue) -> ExportedRoomKey? {
        var json = content
        json["sender_claimed_keys"] = content["sender_claimed_ed25519_key"].map { ["ed25519": $0] }
        return try? ExportedRoomKey(json: json)
    }
}
