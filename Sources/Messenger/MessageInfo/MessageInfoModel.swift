import Conversations

/// The message whose history is shown.
struct MessageInfoModel {
    private(set) var target: OutboxLine.Target?
    private(set) var chatID: String?
    /// `nil` if this device doesn't have it as a message.
    private(set) var message: MessageInfo?
    private(set) var line: LineHistory?
    /// The line when its history was requested; `nil` if it was an event. It may have left the outbox since.
    private(set) var queued: OutboxLine?
    /// `nil` if the message wasn't encrypted or can't be read.
    private(set) var key: MessageInfoKey?
    /// Whether the other versions are being requested from the server.
    private(set) var isLoading = false
    /// The reason why that request failed.
    private(set) var problem: FailureReason?

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

/// Facts about the key of an encrypted message.
struct MessageInfoKey: Hashable, Sendable {
    /// The number of devices, by user, that couldn't be given the key of a message from this device.
    var unreached: [String: Int] = [:]
    /// The device that encrypted the message; `nil` if this is not proven, or if the device no longer belongs to the
    /// sender.
    var device: Device?
    /// The reason why the message may not be from its stated sender.
    var doubt: AuthenticityWarning?

    struct Device: Hashable, Sendable {
        let deviceID: String
        let isThisOne: Bool
    }
}
