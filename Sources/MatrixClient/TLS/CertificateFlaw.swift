/// Why a server's certificate was refused.
package enum CertificateFlaw: Hashable, Sendable {
    case expired
    case notYetValid
    case otherName
    case unknownAuthority
    /// Perhaps of one in a file that was named and can't be read.
    case unreadableAuthorities
}
