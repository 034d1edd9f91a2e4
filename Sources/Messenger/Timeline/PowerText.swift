import Conversations
import ViewModels

/// Describes changes of power levels, as in `Ana made Bo a moderator`.
struct PowerText {
    let names: MemberNames

    func text(of message: Message) -> DisplayText {
        let levels = PowerChange(body: message.body).levels
        let actor = names.name(of: message.sender)
        guard !levels.isEmpty else {
            return DisplayText(sanitizing: actor).alone + " " + DisplayText(sanitizing: message.text)
        }
        return levels.map { level in
            let person = names.name(of: level.userID)
            return switch level.level {
            case 100: .words("timeline.made-admin", ["actor": actor, "person": person])
            case 50: .words("timeline.made-moderator", ["actor": actor, "person": person])
            case 0: .words("timeline.took-power", ["actor": actor, "person": person])
            default:
                .words(
                    "timeline.gave-power", ["actor": actor, "person": person, "level": String(level.level)])
            }
        }.joined(separator: ", ")
    }
}
