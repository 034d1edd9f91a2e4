import Glibc
import NIOCore
import NIOPosix
import NIOSSL

/// Looks at a certificate that was refused, to tell why: NIOSSL keeps the reason to itself. A connection of its own that
/// refuses every certificate, so that nothing is ever sent over it.
struct CertificateProbe: Sendable {
    let address: HomeserverAddress

    private static let limit = TimeAmount.seconds(10)

    /// What is wrong with it, if its chain was refused: its dates, or else who vouches for it.
    func flaw() async -> CertificateFlaw {
        var configuration = TLSConfiguration.makeClientConfiguration()
        // No authority is asked; this saves reading the system's.
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
