import Crypto

/// The ``Fingerprint`` of a file that is too large to be held, piece by piece.
package struct FileFingerprint: Sendable {
    private var hash = SHA256()

    package init() {}

    package mutating func add(_ piece: [UInt8]) { hash.update(data: piece) }

    package var fingerprint: Fingerprint { Fingerprint(hash.finalize()) }
}
