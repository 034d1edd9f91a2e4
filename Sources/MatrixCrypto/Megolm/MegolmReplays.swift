/// Detects replays by recording the event for each message of the sessions. A server could show a message twice, as
/// an event of another time (Megolm, "Message Replays"). Reading the same event again is allowed. The oldest records
/// are discarded.
package struct MegolmReplays: Sendable {
    /// The minimum number of records that are kept.
    private static let most = 10_000

    private struct Place: Hashable {
        let sessionID: String
        let index: UInt32
    }

    private var events: [Place: String] = [:]
    /// The previous generation of records.
    private var older: [Place: String] = [:]

    package init() {}

    /// Records the event of a message. Throws if the message was recorded with another event.
    package mutating func note(_ eventID: String, sessionID: String, index: UInt32) throws(CryptoError) {
        let place = Place(sessionID: sessionID, index: index)
        if let known = events[place] ?? older[place], !known.utf8.elementsEqual(eventID.utf8) {
            throw .replayed(eventID: known)
        }
        if events.count >= Self.most { (older, events) = (events, [:]) }
        events[place] = eventID
    }
}
