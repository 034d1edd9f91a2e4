import Glibc
import NIOSSL

/// The reason why a server's certificate was refused.
package enum CertificateFlaw: Hashable, Sendable {
    case expired
    case notYetValid
    case otherName
    case unknownAuthority
    /// The authority is unknown. It may be in the given file, which can't be read.
    case unreadableAuthorities
}

/// The trusted certificate authorities: the system's, and those in an additional file.
struct TrustRoots: Sendable {
    /// Whether a file was given and can't be used. Only the system's authorities are then trusted.
    let isFileUnreadable: Bool
    private let additional: [NIOSSLCertificate]

    /// - Parameter file: certificates in PEM.
    init(file: String?) {
        guard let file else {
            (additional, isFileUnreadable) = ([], false)
            return
        }
        let certificates = try? NIOSSLCertificate.fromPEMFile(file)
        additional = certificates ?? []
        isFileUnreadable = additional.isEmpty
    }

    /// The configuration, which always verifies the chain and the name.
    var configuration: TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        if !additional.isEmpty { configuration.additionalTrustRoots = [.certificates(additional)] }
        return configuration
    }

    /// The file in the environment variable `SSL_CERT_FILE`, as for programs that use OpenSSL.
    static var fileOfEnvironment: String? {
        guard let value = getenv("SSL_CERT_FILE").map({ String(cString: $0) }), !value.isEmpty else { return nil }
        return value
    }
}
