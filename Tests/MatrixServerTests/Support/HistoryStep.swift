import MatrixAPI
import TestSeeds

@testable import MatrixServer

/// A random action in the room.
struct HistoryStep: CustomStringConvertible {
    static let ana = "@ana:localhost"
    static let bo = "@bo:localhost"
    static let kim = "@kim:localhost"
    static let users = [ana, bo, kim]
    static let visibilities = ["joined", "invited", "shared", "world_readable"]

    let draft: EventDraft
    let description: String

    init(_ random: inout SeededGenerator) {
        let number = Int.random(in: 0..<1000, using: &random)
        let (type, key, sender, content): (String, String?, String, JSONValue)
        switch Int.random(in: 0..<12, using: &random) {
        case 0, 1:
            let speaker = Self.users.randomElement(using: &random) ?? Self.ana
            (type, key, sender, content) = ("m.room.message", nil, speaker, ["body": .string("\(number)")])
        case 2: (type, key, sender, content) = ("m.room.name", "", Self.ana, ["name": .string("\(number)")])
        case 3: (type, key, sender, content) = ("m.room.topic", "", Self.kim, ["topic": .string("\(number)")])
        case 4:
            let value = Self.visibilities.randomElement(using: &random) ?? "joined"
            (type, key, sender, content) = (
                "m.room.history_visibility", "", Self.ana, ["history_visibility": .string(value)]
            )
        case 5:
            let levels: JSONValue = ["users": ["@ana:localhost": 100, "@kim:localhost": 50], "state_default": 50]
            (type, key, sender, content) = ("m.room.power_levels", "", Self.ana, levels)
        case 6, 7, 8:
            let user = random.chance(in: 3) ? Self.kim : Self.bo
            let name: JSONValue = ["membership": "join", "displayname": .string("\(number)")]
            (type, key, sender, content) = ("m.room.member", user, user, name)
        case 9:
            let user = random.chance(in: 3) ? Self.kim : Self.bo
            (type, key, sender, content) = ("m.room.member", user, user, ["membership": "leave"])
        default:
            let user = random.chance(in: 3) ? Self.kim : Self.bo
            let value = ["invite", "leave", "ban"].randomElement(using: &random) ?? "leave"
            (type, key, sender, content) = ("m.room.member", user, Self.ana, ["membership": .string(value)])
        }
        draft = EventDraft(type, stateKey: key, sender: sender, content: content)
        description = "\(sender) \(type) \(key ?? "-") \(content.serializedText)"
    }
}
