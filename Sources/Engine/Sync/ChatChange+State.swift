import Conversations
import MatrixAPI

extension ChatChange {
    /// Applies state events; later ones override earlier ones.
    mutating func applyState(_ events: [MatrixEvent]) {
        for event in events {
            switch event.type {
            case "m.room.name": givenName = .set(event.content.text("name"))
            case "m.room.canonical_alias": canonicalAlias = .set(event.content.text("alias"))
            case "m.room.topic": topic = .set(event.content.text("topic"))
            case "m.room.encryption":
                isEncrypted = .set(true)
                if event.stateKey == "" { encryptionSettings = .set(event.content.serializedText) }
            case "m.room.history_visibility" where event.stateKey == "":
                if let visibility = event.content["history_visibility"]?.string {
                    historyVisibility = .set(visibility)
                }
            case "m.room.power_levels" where event.stateKey == "":
                powerLevels = .set(event.content.serializedText)
            case "m.room.create" where event.stateKey == "":
                creation = .set(Creation(content: event.content.serializedText, creator: event.sender))
                predecessorID = .set(event.content["predecessor"]?.name("room_id").flatMap { $0 == chatID ? nil : $0 })
                isSpace = .set(event.content["type"]?.string == "m.space")
            case "m.space.child":
                if let child = SpaceChild(event) { spaceChildren.append(child) }
            case "m.room.tombstone" where event.stateKey == "":
                let server = event.sender.flatMap(UserID.init)?.server
                // A replacement by the chat itself is ignored.
                let other = event.content.name("replacement_room").flatMap { $0 == chatID ? nil : $0 }
                replacement = .set(other.map { ChatReplacement(chatID: $0, server: server) })
            case "m.room.member":
                guard let member = MembershipDecoder.member(in: event) else { continue }
                members.removeAll { $0.userID == member.userID }
                members.append(member)
            default: continue
            }
        }
    }
}

extension JSONValue {
    /// A text with visible characters.
    fileprivate func text(_ key: String) -> String? {
        VisibleName.first(self[key]?.string)
    }
    /// An identifier that isn't empty.
    fileprivate func name(_ key: String) -> String? {
        text(key).flatMap { $0.isSoundIdentifier ? $0 : nil }
    }
}
