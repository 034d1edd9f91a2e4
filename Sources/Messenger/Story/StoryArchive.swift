import Conversations
import Storage

/// How messages came about, on disk.
@MainActor
struct StoryArchive {
    let disk: DiskQueue
    let messages: MessageStore
    let outbox: OutboxStore
    let encryption: EncryptionStore

    /// Answers with ``StoryEvent/told(_:chatID:message:line:unreached:)``: a window knows the newest words alone.
    func tell(_ target: OutboxLine.Target, chatID: String) {
        switch target {
        case .event(let eventID):
            disk.ask((nil, [:])) { [messages, encryption] () -> (MessageStory?, [String: Int]) in
                guard let story = try messages.story(of: eventID, chatID: chatID) else { return (nil, [:]) }
                guard case .opened(let sessionID, _) = story.message.encryption else { return (story, [:]) }
                let shares = try encryption.read { try $0.shares(sessionID: sessionID) }
                let unreached = shares.filter { $0.outcome == .unreachable }
                return (story, Dictionary(grouping: unreached, by: \.userID).mapValues(\.count))
            } then: {
                StoryEvent.told(target, chatID: chatID, message: $0.0, line: nil, unreached: $0.1)
            }
        case .line(let lineID):
            disk.ask(nil) { [outbox] in
                try outbox.story(lineID: lineID)
            } then: {
                StoryEvent.told(target, chatID: chatID, message: nil, line: $0, unreached: [:])
            }
        }
    }
}
