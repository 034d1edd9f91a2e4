package import Conversations
import MatrixAPI
import Messenger

/// Makes the records of a chat's messages.
package struct MessageRecords: Sendable {
    private let chatID: String
    private let names: MemberNames
    private let ownUserID: String

    /// - Parameter members: the current and former members of the chat.
    package init(chatID: String, members: [ChatMember], ownUserID: String) {
        self.chatID = chatID
        self.ownUserID = ownUserID
        names = MemberNames(Dictionary(members.map { ($0.userID, $0) }) { _, last in last })
    }

    /// Returns the record of a message; `nil` for a state event, such as a member's join.
    package func record(_ message: Message) -> MessageRecord? {
        // An unknown event without a type has nothing worth exporting.
        let isMissed = !message.kind.isReadable && (message.kind != .unknown || message.eventType != nil)
        guard message.kind.countsAsUnread || isMissed else { return nil }
        return MessageRecord(
            chatID: chatID, eventID: message.eventID, sender: message.sender, name: names.name(of: message.sender),
            time: message.timestamp, kind: message.kind, body: message.body, words: message.text,
            isEdited: message.isEdited, isRemoved: message.isRemoved, replyTo: message.replyTo,
            threadID: message.threadID, state: .sent)
    }

    /// Returns the record with all known details.
    ///
    /// - Parameter chatName: the chat's name, without the remark on imported chats.
    package func exported(_ message: Message, chatName: String) -> ExportedMessage? {
        guard let record = record(message) else { return nil }
        let userIDs = message.reactions.flatMap { $0.givers.map(\.userID) }
        let event = message.kind.isFile && !message.isRemoved ? try? JSONValue(parsing: message.source) : nil
        return ExportedMessage(
            record: record, chatName: chatName, eventType: message.eventType, reactions: message.reactions,
            givers: Dictionary(userIDs.map { ($0, names.name(of: $0)) }) { first, _ in first },
            quoted: message.quoted.map { (names.name(of: $0.sender), $0.text) },
            file: ExportedFile(message), content: message.isEdited ? nil : event?["content"])
    }

    /// Returns the record of a line; `nil` for a change of an earlier message.
    package func record(_ line: OutboxLine) -> MessageRecord? {
        guard line.purpose == .message else { return nil }
        let state: MessageRecord.State
        var eventID: String?
        switch line.state {
        case .queued: state = .waiting
        case .sent(let id): (state, eventID) = (.sent, id)
        case .failed(let reason): state = .failed(reason)
        }
        return MessageRecord(
            chatID: chatID, eventID: eventID, sender: ownUserID, name: names.name(of: ownUserID),
            time: line.acceptedAt, kind: line.kind, body: line.body, words: line.text, isEdited: false,
            isRemoved: false, replyTo: line.replyTo, threadID: nil, state: state)
    }
}
