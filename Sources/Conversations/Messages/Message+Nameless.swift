extension Message {
    private static let namelessPrefix = "nameless:"

    /// For an event that came without an identifier: the same for the same event, however often it comes.
    ///
    /// - Parameter source: the event as it came.
    package static func identifier(ofNameless source: String) -> String {
        // FNV-1a of 64 bits: two that are taken for one cost no more than one row of what can't be read.
        let hash = source.utf8.reduce(into: UInt64(0xCBF2_9CE4_8422_2325)) { hash, byte in
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        return namelessPrefix + String(hash, radix: 16)
    }

    /// Whether the server knows it by ``eventID``, so that it can be told that it was read.
    package var hasIdentifier: Bool { !eventID.hasPrefix(Message.namelessPrefix) }
}
