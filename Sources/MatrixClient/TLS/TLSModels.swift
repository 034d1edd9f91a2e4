import Glibc
import NIOCore
import NIOPosix
import NIOSSL

/// The reason why a server's certificate was refused.
package enum CertificateRejectionReason: Hashable, Sendable {
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

extension MatrixClientError {
    /// Whether a server's certificate was refused because of its chain: its authority or its dates.
    static func isRefusedChain(_ error: any Error) -> Bool {
        guard case .handshakeFailed(.sslError(let stack)) = error as? NIOSSLError else { return false }
        // BoringSSL's name for the error. NIOSSL gives no other access to the number.
        return stack.contains { $0.description.contains("CERTIFICATE_VERIFY_FAILED") }
    }

    static func reason(ofTLS error: any Error) -> UnreachableReason {
        switch error {
        case let error as NIOSSLError: reason(of: error)
        case let error as NIOSSLExtraError
        where error == .failedToValidateHostname || error == .serverHostnameImpossibleToMatch:
            .certificate(.otherName)
        case is NIOSSLCloseTimedOutError: .brokeOff
        default: .failedEncryption
        }
    }

    private static func reason(of error: NIOSSLError) -> UnreachableReason {
        switch error {
        case .unableToValidateCertificate: .certificate(.otherName)
        case .uncleanShutdown, .writeDuringTLSShutdown, .readInInvalidTLSState: .brokeOff
        case .handshakeFailed where isRefusedChain(error): .certificate(.unknownAuthority)
        case .handshakeFailed: .noCommonEncryption
        default: .failedEncryption
        }
    }
}

/// Inspects a refused certificate to find the reason, which NIOSSL doesn't report. It opens a connection of its own
/// and refuses every certificate, so that nothing is ever sent over it.
struct CertificateProbe: Sendable {
    let address: HomeserverAddress

    private static let limit = TimeAmount.seconds(10)

    /// Returns the flaw of a certificate whose chain was refused: its dates, or else its authority.
    func flaw() async -> CertificateRejectionReason {
        var configuration = TLSConfiguration.makeClientConfiguration()
        // No authority is needed. An empty list avoids reading the system's certificates.
        configuration.trustRoots = .certificates([])
        guard let tls = try? NIOSSLContext(configuration: configuration) else { return .unknownAuthority }
        let loop = HTTPTransport.eventLoopGroup.next()
        let found = loop.makePromise(of: CertificateRejectionReason.self)
        let bootstrap = ClientBootstrap(group: loop).connectTimeout(CertificateProbe.limit)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let refuse: NIOSSLCustomVerificationCallback = { chain, verdict in
                        found.succeed(CertificateProbe.flaw(of: chain.first, now: time(nil)))
                        verdict.succeed(.failed)
                    }
                    let handler = try NIOSSLClientHandler(
                        context: tls, serverHostname: address.nameForTLS, customVerificationCallback: refuse)
                    try channel.pipeline.syncOperations.addHandler(handler)
                }
            }
        bootstrap.connect(host: address.host, port: address.port).whenComplete { result in
            guard case .success(let channel) = result else { return found.succeed(.unknownAuthority) }
            let deadline = loop.scheduleTask(in: CertificateProbe.limit) { channel.close(promise: nil) }
            channel.closeFuture.whenComplete { _ in
                deadline.cancel()
                found.succeed(.unknownAuthority)
            }
        }
        let result = await withTaskCancellationHandler {
            try? await found.futureResult.get()
        } onCancel: {
            found.succeed(.unknownAuthority)
        }
        return result ?? .unknownAuthority
    }

    /// - Parameter now: seconds since 1970.
    private static func flaw(of certificate: NIOSSLCertificate?, now: time_t) -> CertificateRejectionReason {
        guard let certificate else { return .unknownAuthority }
        if now > certificate.notValidAfter { return .expired }
        return now < certificate.notValidBefore ? .notYetValid : .unknownAuthority
    }
}
