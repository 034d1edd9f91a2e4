import MatrixAPI
import MatrixCrypto
import Storage

/// Which devices get the key of a chat's lines, within a transaction or a snapshot.
struct RoomKeyRecipients {
    let tables: EncryptionTables
    let own: DeviceAddress

    /// Who may read: who is in the chat, and who is invited where the chat shows them what is said meanwhile (client-server API, "Room
    /// history visibility").
    func people(_ chat: EncryptedChat, chatID: String) throws -> [String] {
        let showsInvited = ["invited", "shared", "world_readable"].contains(chat.historyVisibility)
        return try tables.members(chatID: chatID, showsInvited ? ["join", "invite"] : ["join"])
    }

    /// All devices of theirs that can read, but this one.
    func devices(of people: [String]) throws -> [DeviceKeys] {
        try people.flatMap { userID in
            try tables.devices(of: userID).compactMap { kept in
                let address = DeviceAddress(userID: kept.userID, deviceID: kept.deviceID)
                guard address != own, let json = try? JSONValue(parsing: kept.keys),
                    let keys = try? DeviceKeys(json: json, of: address),
                    keys.algorithms.contains(ExportedRoomKey.algorithm)
                else { return nil }
                return keys
            }
        }
    }
}
