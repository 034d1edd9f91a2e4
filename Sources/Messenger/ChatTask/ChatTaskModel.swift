package import Conversations
package import Engine

/// Requests to the homeserver about single chats and people, and their results.
package enum ChatTaskEvent: RoutedEvent {
    case asked(ChatTask)
    /// The user makes a request that can be undone.
    case wanted(ChatTask)
    case done(ChatTask)
    case failed(ChatTask, FailureReason)
    /// The Matrix IDs of all people that the account ignores.
    case ignored(userIDs: Set<String>)
    /// The ignored people are stored, with the pending requests for messages of people who are no longer ignored.
    case savedIgnored
    /// Retries the request that failed.
    case tryingAgain
    case dismissedFailure
}

/// The requests to the homeserver about single chats and people.
package struct ChatTaskModel: Equatable {
    package private(set) var running: [ChatTask] = []
    /// The newest request that was refused or could not be sent.
    package private(set) var failure: FailedChatTask?

    mutating func begin(_ task: ChatTask) {
        if failure?.task == task { failure = nil }
        running.append(task)
    }

    mutating func end(_ task: ChatTask) {
        if let index = running.firstIndex(of: task) { running.remove(at: index) }
    }

    mutating func fail(_ task: ChatTask, _ reason: FailureReason) {
        end(task)
        failure = FailedChatTask(task: task, reason: reason)
    }

    mutating func removeFailure() -> FailedChatTask? {
        defer { failure = nil }
        return failure
    }
}

/// A request of the account about a chat or a person.
package enum ChatTask: Hashable, Sendable {
    case set(ChatSetting, chatID: String)
    /// Marks all messages up to the event as read.
    case markRead(chatID: String, eventID: String?)
    /// Joins the chat that replaces another one.
    case follow(ChatReplacement, from: String)
    /// Forgets a chat that was left, on this device and on the server.
    case forget(chatID: String)
    /// Adds the chat to a space or removes it.
    case place(chatID: String, spaceID: String, isIn: Bool)
    /// Creates a space with the chat in it.
    case makeSpace(name: String, chatID: String)
    /// Ignores a person, or ends that.
    case ignore(userID: String, Bool)

    /// The chat that the request is about; `nil` if it is about a person.
    var chatID: String? {
        switch self {
        case .set(_, let chatID), .markRead(let chatID, _), .follow(_, let chatID), .forget(let chatID),
            .place(let chatID, _, _), .makeSpace(_, let chatID):
            chatID
        case .ignore: nil
        }
    }
}

/// A request that was refused or could not be sent.
package struct FailedChatTask: Equatable {
    package let task: ChatTask
    package let reason: FailureReason
}
