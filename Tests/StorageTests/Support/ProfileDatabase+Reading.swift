import Conversations
import Storage

extension ProfileDatabase {
    /// Returns the bodies of the chat's timeline as a user would see them, oldest first, with a bar at each gap.
    func timeline(_ chatID: String = Story.chatID) throws -> String {
        let window = try messages.window(chatID: chatID, endingAtLatest: 10_000)
        var words: [String] = []
        for message in window.messages {
            if window.gaps.contains(where: { $0.position == message.position }) { words.append("|") }
            words.append(message.message.isRemoved ? "-" : message.message.body)
        }
        let last = window.messages.last?.position ?? Int64.min
        if window.gaps.contains(where: { $0.position > last }) { words.append("|") }
        return words.joined(separator: " ")
    }

    func gaps(_ chatID: String = Story.chatID) throws -> [TimelineGap] {
        try messages.window(chatID: chatID, endingAtLatest: 10_000).gaps
    }
}
