/// Why bytes are not a JSON value that Confab reads, or a value is none that can be signed.
package enum JSONError: Error, Hashable, Sendable {
    /// The byte at `offset`, counted from 0, doesn't continue a JSON text (RFC 8259).
    case malformed(offset: Int)
    /// More arrays and objects within each other than the caller allows.
    case tooDeep
    /// A number that canonical JSON has no form for: no integer, or one beyond ±(2^53 - 1).
    case notCanonical
}
