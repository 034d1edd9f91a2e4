/// How an event came that was encrypted.
package enum MessageEncryption: Hashable, Sendable {
    /// It was read, as the message of a number in a session of its chat.
    case opened(sessionID: String, index: UInt32)
    /// It can't be read.
    ///
    /// - Parameter sessionID: whose key would open it, where one would.
    case sealed(SealedReason, sessionID: String?)
}

/// Why an encrypted event can't be read.
package enum SealedReason: Hashable, Sendable {
    /// Its key has not come.
    case awaitsKey
    /// Its sender keeps the key from this device, as a code says (client-server API, `m.room_key.withheld`).
    case withheld(code: String)
    /// The key that this device has begins later.
    case beforeKey
    /// A message that was shown before, as another event.
    case isReplay
    /// Who sent the event is not whose key it is.
    case otherSender
    /// It is no message of its session, or was written in another room.
    case malformed
    /// Encrypted in a way that Confab doesn't know.
    case unknownAlgorithm
    /// This device's own keys can't be opened.
    case withoutKeys
}

/// As it is kept.
extension MessageEncryption {
    package init(stored text: String) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        if parts.count == 2, let index = UInt32(parts[1]) {
            self = .opened(sessionID: parts[0], index: index)
        } else {
            self = .sealed(SealedReason(stored: parts.dropFirst().joined(separator: " ")), sessionID: nil)
        }
    }

    /// Of one that is sealed without its session, which is kept with the event.
    package var stored: String {
        switch self {
        case .opened(let sessionID, let index): "\(sessionID) \(index)"
        case .sealed(let reason, _): "! \(reason.stored)"
        }
    }
}

extension SealedReason {
    private static let names: [(SealedReason, String)] = [
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
