/// Which event each message of the sessions was shown as: a server could show one twice, and as an event of another time
/// (Megolm, "Message Replays"). The same event may be read again and again. What was noted long ago is forgotten.
package struct MegolmReplays: Sendable {
    /// How many are known at least.
    private static let most = 10_000

    private struct Place: Hashable {
        let sessionID: String
        let index: UInt32
    }

    private var events: [Place: String] = [:]
    /// Those before the newest.
    private var older: [Place: String] = [:]

    package init() {}

    /// Notes what a message was shown as; refuses it where that was another event.
    package mutating func note(_ eventID: String, sessionID: String, index: UInt32) throws(CryptoError) {
        let place = Place(sessionID: sessionID, index: index)
        if let known = events[place] ?? older[place], !known.utf8.elementsEqual(eventID.utf8) {
            throw .replayed(eventID: known)
        }
        if events.count >= Self.most { (older, events) = (events, [:]) }
        events[place] = eventID
    }
}
