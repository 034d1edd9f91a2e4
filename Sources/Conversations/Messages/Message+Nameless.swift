extension Message {
    private static let namelessPrefix = "nameless:"

    /// Returns an identifier for an event that came without one. The same event always gets the same identifier.
    ///
    /// - Parameter source: the event as received.
    package static func identifier(ofNameless source: String) -> String {
        // 64-bit FNV-1a. A collision merges two events that can't be read anyway into one row.
        let hash = source.utf8.reduce(into: UInt64(0xCBF2_9CE4_8422_2325)) { hash, byte in
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        return namelessPrefix + String(hash, radix: 16)
    }

    /// Whether the server knows the message by ``eventID``, so that a read receipt can be sent for it.
    package var hasIdentifier: Bool { !eventID.hasPrefix(Message.namelessPrefix) }
}
