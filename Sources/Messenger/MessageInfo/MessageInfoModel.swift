package import Conversations
package import Engine

/// Events of the page that shows a message's history.
package enum MessageInfoEvent: RoutedEvent {
    case asked(OutboxLine.Target, chatID: String)
    /// The history stored on this device.
    ///
    /// - key: `nil` if the message wasn't encrypted or can't be read.
    case loaded(
        OutboxLine.Target, chatID: String, message: MessageInfo?, line: LineHistory?, key: MessageInfoKey?)
    /// All versions that the server has are on disk.
    case wordingsCame(chatID: String, eventID: String, AppliedSlice, MessageInfo?)
    case failed(eventID: String, FailureReason)
}

/// The message whose history is shown.
package struct MessageInfoModel {
    private(set) var target: OutboxLine.Target?
    package private(set) var chatID: String?
    /// `nil` if this device doesn't have it as a message.
    package private(set) var message: MessageInfo?
    package private(set) var line: LineHistory?
    /// The line when its history was requested; `nil` if it was an event. It may have left the outbox since.
    package private(set) var queued: OutboxLine?
    /// `nil` if the message wasn't encrypted or can't be read.
    package private(set) var key: MessageInfoKey?
    /// Whether the other versions are being requested from the server.
    package private(set) var isLoading = false
    /// The reason why that request failed.
    package private(set) var problem: FailureReason?

    /// Starts with an empty history until the disk answers.
    mutating func ask(_ target: OutboxLine.Target, chatID: String, queued: OutboxLine?) {
        self.chatID = chatID
        show(target, message: nil, line: nil, key: nil)
        self.queued = queued
    }

    mutating func show(_ target: OutboxLine.Target, message: MessageInfo?, line: LineHistory?, key: MessageInfoKey?) {
        self.target = target
        self.message = message
        self.line = line
        self.key = key
        isLoading = false
        problem = nil
    }

    mutating func beginLoading() { isLoading = true }

    mutating func fail(_ reason: FailureReason) {
        isLoading = false
        problem = reason
    }
}
