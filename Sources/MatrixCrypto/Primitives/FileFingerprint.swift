import Crypto

/// Computes the ``Fingerprint`` of a large file piece by piece, without loading it as a whole.
package struct FileFingerprint: Sendable {
    private var hash = SHA256()

    package init() {}

    package mutating func add(_ piece: [UInt8]) { hash.update(data: piece) }

    package var fingerprint: Fingerprint { Fingerprint(hash.finalize()) }
}
