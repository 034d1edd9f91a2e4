import Conversations
import MatrixAPI

/// An encrypted event as this device reads it.
struct OpenedEvent: Sendable {
    /// With what was encrypted in place of the ciphertext, or as it came where that can't be read.
    let event: MatrixEvent
    let encryption: MessageEncryption

    var message: Message { MessageDecoder.message(from: event, encryption: encryption) }
}

/// The encrypted events of an answer, by chat and event.
struct OpenedEvents: Sendable {
    private var events: [String: [String: OpenedEvent]] = [:]
    /// Whether some of them wait for a key.
    private(set) var hasSealed = false

    mutating func add(_ opened: OpenedEvent, chatID: String) {
        if case .sealed = opened.encryption { hasSealed = true }
        guard let eventID = opened.event.eventID else { return }
        events[chatID, default: [:]][eventID] = opened
    }

    /// The event as it was before it was encrypted, or as it came where it was not, or can't be read.
    func event(_ event: MatrixEvent, chatID: String) -> MatrixEvent {
        guard event.isEncrypted, let eventID = event.eventID else { return event }
        return events[chatID]?[eventID]?.event ?? event
    }

    func message(from event: MatrixEvent, chatID: String) -> Message {
        guard event.isEncrypted, let eventID = event.eventID, let opened = events[chatID]?[eventID] else {
            return MessageDecoder.message(from: event)
        }
        return opened.message
    }
}

extension MatrixEvent {
    /// Whether its content is encrypted, and still there.
    var isEncrypted: Bool { type == "m.room.encrypted" && stateKey == nil && redactedBecause == nil }
}
