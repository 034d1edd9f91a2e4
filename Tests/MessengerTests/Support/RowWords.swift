import Conversations
import Storage
import ViewModels

@testable import Messenger
@testable import Presentation

/// The rows of a chat as text, a line for each row.
enum RowWords {
    static func lines(_ rows: [ChatRowViewModel]) -> [String] {
        rows.map { row in
            switch row.content {
            case .day(let day): "-- \(day.string)"
            case .newLine: "-- new"
            case .message(let message):
                (message.quote.isEmpty ? "" : "> \(message.quote.string) > ")
                    + "\(message.sender.string): \(message.text.string)"
                    + (message.status.isEmpty ? "" : " [\(message.status.string)]")
                    + message.reactions.map { " \($0.string)" }.joined()
            case .notice(let text): "* \(text.string)"
            case .gap(let text): "| \(text.string)"
            }
        }
    }
}

extension ProfileDatabase {
    /// Returns the rows of all stored messages as ana sees them, in a group, with a connection.
    func rows() throws -> [ChatRowViewModel] {
        let window = try messages.window(chatID: Story.chatID, endingAtLatest: 5_000)
        let members = try chats.members(chatID: Story.chatID)
        return ChatRowsBuilder(
            window: window, outbox: [],
            names: MemberNames(Dictionary(members.map { ($0.userID, $0) }) { _, last in last }),
            readPositions: [:], newLinePosition: nil, isLoadingOlder: false, isDirect: false, isOnline: true,
            ownUserID: Story.ana, time: Story.time
        ).build()
    }
}
