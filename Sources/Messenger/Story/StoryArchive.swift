import Conversations
import Storage

/// How messages came about, on disk.
@MainActor
struct StoryArchive {
    let disk: DiskQueue
    let messages: MessageStore
    let outbox: OutboxStore

    /// Answers with ``StoryEvent/told(_:chatID:message:line:)``: a window knows the newest words alone.
    func tell(_ target: OutboxLine.Target, chatID: String) {
        switch target {
        case .event(let eventID):
            disk.ask(nil) { [messages] in
                try messages.story(of: eventID, chatID: chatID)
            } then: {
                StoryEvent.told(target, chatID: chatID, message: $0, line: nil)
            }
        case .line(let lineID):
            disk.ask(nil) { [outbox] in
                try outbox.story(lineID: lineID)
            } then: {
                StoryEvent.told(target, chatID: chatID, message: nil, line: $0)
            }
        }
    }
}
