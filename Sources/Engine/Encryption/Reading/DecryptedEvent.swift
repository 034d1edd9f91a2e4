package import Conversations
package import MatrixAPI

/// An encrypted event after decryption.
package struct DecryptedEvent: Sendable {
    /// The event with its decrypted content, or unchanged if it can't be decrypted.
    let event: MatrixEvent
    let encryption: MessageEncryption

    var message: Message { MessageDecoder.message(from: event, encryption: encryption) }
}

/// The encrypted events of a response, by chat and event.
package struct DecryptedEvents: Sendable {
    private var events: [String: [String: DecryptedEvent]] = [:]
    /// Whether some of them wait for a key.
    private(set) var hasSealed = false

    package init() {}

    mutating func add(_ opened: DecryptedEvent, chatID: String) {
        if case .sealed = opened.encryption { hasSealed = true }
        guard let eventID = opened.event.eventID else { return }
        events[chatID, default: [:]][eventID] = opened
    }

    /// The decrypted event, or the event unchanged if it was not encrypted or can't be decrypted.
    func event(_ event: MatrixEvent, chatID: String) -> MatrixEvent {
        guard event.isEncrypted, let eventID = event.eventID else { return event }
        return events[chatID]?[eventID]?.event ?? event
    }

    package func message(from event: MatrixEvent, chatID: String) -> Message {
        guard event.isEncrypted, let eventID = event.eventID, let opened = events[chatID]?[eventID] else {
            return MessageDecoder.message(from: event)
        }
        return opened.message
    }
}

extension MatrixEvent {
    /// Whether its content is encrypted and not redacted.
    var isEncrypted: Bool { type == "m.room.encrypted" && stateKey == nil && redactedBecause == nil }
}
