/// The reason for which bytes are not a JSON value that Confab reads, or a value can't be signed.
package enum JSONError: Error, Hashable, Sendable {
    /// The byte at `offset`, counted from 0, doesn't continue a JSON text (RFC 8259).
    case malformed(offset: Int)
    /// Arrays and objects are nested deeper than the caller allows.
    case tooDeep
    /// A number has no form in canonical JSON: it is no integer, or is beyond ±(2^53 - 1).
    case notCanonical
}
