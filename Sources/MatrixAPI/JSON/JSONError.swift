/// Why bytes are not a JSON value that Confab reads.
package enum JSONError: Error, Hashable, Sendable {
    /// The byte at `offset`, counted from 0, doesn't continue a JSON text (RFC 8259).
    case malformed(offset: Int)
    /// More arrays and objects within each other than the caller allows.
    case tooDeep
}
