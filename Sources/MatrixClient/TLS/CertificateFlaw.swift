/// The reason why a server's certificate was refused.
package enum CertificateFlaw: Hashable, Sendable {
    case expired
    case notYetValid
    case otherName
    case unknownAuthority
    /// The authority is unknown. It may be in the given file, which can't be read.
    case unreadableAuthorities
}
