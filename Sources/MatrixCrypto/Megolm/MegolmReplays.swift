/// Which event each message of the sessions was shown as: a server could show one twice, and as an event of another time
/// (Megolm, "Message Replays"). The same event may be read again and again.
package struct MegolmReplays: Sendable {
    private struct Place: Hashable {
        let sessionID: String
        let index: UInt32
    }

    private var events: [Place: String] = [:]

    package init() {}

    /// Notes what a message was shown as; refuses it where that was another event.
    package mutating func note(_ eventID: String, sessionID: String, index: UInt32) throws(CryptoError) {
        let place = Place(sessionID: sessionID, index: index)
        if let known = events[place], !known.utf8.elementsEqual(eventID.utf8) { throw .replayed(eventID: known) }
        events[place] = eventID
    }
}
