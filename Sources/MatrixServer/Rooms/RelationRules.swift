import GRDB
import HTTPTypes
import MatrixAPI

/// Refuses relations that the specification tells a server to refuse (client-server API, "Avoiding duplicate
/// annotations" and "Validation of `m.thread` relationships").
enum RelationRules {
    static func check(_ draft: EventDraft, in room: String, _ database: Database) throws {
        let relation = draft.content["m.relates_to"]
        guard let kind = relation?["rel_type"]?.string, let target = relation?["event_id"]?.string else { return }
        let events = EventsTable(database)
        switch kind {
        case "m.annotation":
            // SQLite would compare a key with U+0000 only up to that character.
            guard let key = relation?["key"]?.string, !key.holdsNull, !target.holdsNull else { return }
            guard try !events.hasAnnotation(key, of: target, type: draft.type, by: draft.sender, in: room) else {
                throw Refusal(.badRequest, .duplicateAnnotation, "You annotated this event with the same key already")
            }
        case "m.thread":
            let root = try events.event(id: target, in: room)?.content["m.relates_to"]
            guard root?["rel_type"] == nil else {
                throw Refusal(.badRequest, .unknown, "A thread can't begin with an event that relates to another")
            }
        default: return
        }
    }
}
