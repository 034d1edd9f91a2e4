/// The encryption of an event, and whether it was decrypted.
package enum MessageEncryption: Hashable, Sendable {
    /// The event was decrypted. It is the message with this index in a session of its chat.
    case opened(sessionID: String, index: UInt32)
    /// The event can't be decrypted.
    ///
    /// - Parameter sessionID: the session whose key would decrypt it; `nil` if it is not known.
    case sealed(DecryptionFailureReason, sessionID: String?)
}

/// The reason why an encrypted event can't be decrypted.
package enum DecryptionFailureReason: Hashable, Sendable {
    /// Its key was not received.
    case awaitsKey
    /// Its sender withheld the key from this device, with this code (client-server API, `m.room_key.withheld`).
    case withheld(code: String)
    /// The key on this device starts at a later message.
    case beforeKey
    /// The message is a replay of one that was shown before as another event.
    case isReplay
    /// The sender of the event is not the owner of the key.
    case otherSender
    /// The message is not valid in its session, or was encrypted for another room.
    case malformed
    /// The event is encrypted with an algorithm that Confab doesn't support.
    case unknownAlgorithm
    /// This device can't decrypt its stored keys, or the one for this event.
    case withoutKeys
}

/// The form in which the database stores it.
extension MessageEncryption {
    package init(stored text: String) {
        // Each row of an encrypted chat is decoded by it.
        let space = text.utf8.firstIndex(of: UInt8(ascii: " ")) ?? text.endIndex
        let rest = text[space...].dropFirst()
        if let index = UInt32(rest) {
            self = .opened(sessionID: String(text[..<space]), index: index)
        } else {
            self = .sealed(DecryptionFailureReason(stored: String(rest)), sessionID: nil)
        }
    }

    /// The stored form. For an undecrypted event it lacks the session, which is stored with the event.
    package var stored: String {
        switch self {
        case .opened(let sessionID, let index): "\(sessionID) \(index)"
        case .sealed(let reason, _): "! \(reason.stored)"
        }
    }
}

extension DecryptionFailureReason {
    private static let names: [(DecryptionFailureReason, String)] = [
        (.awaitsKey, "awaits-key"), (.beforeKey, "before-key"), (.isReplay, "replay"), (.otherSender, "other-sender"),
        (.malformed, "malformed"), (.unknownAlgorithm, "unknown-algorithm"), (.withoutKeys, "without-keys"),
    ]
    private static let withheld = "withheld "

    fileprivate init(stored name: String) {
        if name.hasPrefix(Self.withheld) {
            self = .withheld(code: String(name.dropFirst(Self.withheld.count)))
        } else {
            self = Self.names.first { $0.1 == name }?.0 ?? .malformed
        }
    }

    fileprivate var stored: String {
        if case .withheld(let code) = self { return Self.withheld + code }
        return Self.names.first { $0.0 == self }?.1 ?? ""
    }
}
