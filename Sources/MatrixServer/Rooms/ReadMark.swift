import GRDB
import MatrixAPI

/// Sets receipts and the read marker (client-server API, "Receipts", "Fully read markers").
struct ReadMark: Sendable {
    private let type: String
    private let eventID: String
    private let room: String
    private let thread: String
    private let user: String

    init(_ type: String, _ eventID: String, room: String, thread: String, user: String) {
        self.type = type
        self.eventID = eventID
        self.room = room
        self.thread = thread
        self.user = user
    }

    func set(_ changes: Changes) throws {
        guard let event = try EventsTable(changes.database).event(id: eventID, in: room) else {
            throw Refusal.notFound("There is no such event in this room")
        }
        if type == "m.fully_read" {
            try AccountDataTable(changes.database).put(type, of: user, in: room, ["event_id": .string(eventID)])
            return changes.wake(user)
        }
        let receipt = Receipt(
            user: user, type: type, thread: thread, eventID: eventID, stream: event.stream, timestamp: Timestamp.now)
        guard try ReceiptsTable(changes.database).put(receipt, in: room) else { return }
        changes.wake(user)
        if type == "m.read" { changes.wakeMembers(of: room) }
    }
}
