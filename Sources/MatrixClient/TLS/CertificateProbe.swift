import Glibc
import NIOCore
import NIOPosix
import NIOSSL

/// Inspects a refused certificate to find the reason, which NIOSSL doesn't report. It opens a connection of its own
/// and refuses every certificate, so that nothing is ever sent over it.
struct CertificateProbe: Sendable {
    let address: HomeserverAddress

    private static let limit = TimeAmount.seconds(10)

    /// Returns the flaw of a certificate whose chain was refused: its dates, or else its authority.
    func flaw() async -> CertificateFlaw {
        var configuration = TLSConfiguration.makeClientConfiguration()
        // No authority is needed. An empty list avoids reading the system's certificates.
        configuration.trustRoots = .certificates([])
        guard let tls = try? NIOSSLContext(configuration: configuration) else { return .unknownAuthority }
        let loop = HTTPTransport.eventLoopGroup.next()
        let found = loop.makePromise(of: CertificateFlaw.self)
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
    private static func flaw(of certificate: NIOSSLCertificate?, now: time_t) -> CertificateFlaw {
        guard let certificate else { return .unknownAuthority }
        if now > certificate.notValidAfter { return .expired }
        return now < certificate.notValidBefore ? .notYetValid : .unknownAuthority
    }
}
