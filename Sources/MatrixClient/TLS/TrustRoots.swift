import Glibc
import NIOSSL

/// The authorities whose word on who a server is counts: the system's, and those in a file beside them.
struct TrustRoots: Sendable {
    /// Whether a file was named and can't be used; then only the system's count.
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

    /// Verifies always, both the chain and the name.
    var configuration: TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        if !additional.isEmpty { configuration.additionalTrustRoots = [.certificates(additional)] }
        return configuration
    }

    /// What the environment variable `SSL_CERT_FILE` names, as for programs with OpenSSL.
    static var fileOfEnvironment: String? {
        guard let value = getenv("SSL_CERT_FILE").map({ String(cString: $0) }), !value.isEmpty else { return nil }
        return value
    }
}
