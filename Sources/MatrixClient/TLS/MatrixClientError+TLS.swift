import NIOSSL

extension MatrixClientError {
    /// Whether a server's certificate was refused for its chain: by whom it is, or when.
    static func isRefusedChain(_ error: any Error) -> Bool {
        guard case .handshakeFailed(.sslError(let stack)) = error as? NIOSSLError else { return false }
        // BoringSSL's name for it; NIOSSL gives no other access to the number.
        return stack.contains { $0.description.contains("CERTIFICATE_VERIFY_FAILED") }
    }

    static func reason(of flaw: CertificateFlaw) -> String {
        switch flaw {
        case .expired: "its certificate has expired. Check this machine's clock, or tell who runs the server"
        case .notYetValid: "its certificate is not valid yet. Check this machine's clock"
        case .otherName: "its certificate is for another name. Check the address"
        case .unknownAuthority:
            "its certificate is from an unknown authority. Check the address; SSL_CERT_FILE in confab(1) adds authorities"
        case .unreadableAuthorities:
            "its certificate is from an unknown authority. SSL_CERT_FILE names no file of certificates that can be read"
        }
    }

    static func reason(ofTLS error: any Error) -> String {
        switch error {
        case let error as NIOSSLError: reason(of: error)
        case let error as NIOSSLExtraError
        where error == .failedToValidateHostname || error == .serverHostnameImpossibleToMatch:
            reason(of: .otherName)
        case is NIOSSLCloseTimedOutError: "the connection broke off"
        default: "the encryption failed. Check the address and this machine's clock"
        }
    }

    private static func reason(of error: NIOSSLError) -> String {
        switch error {
        case .unableToValidateCertificate: reason(of: .otherName)
        case .uncleanShutdown, .writeDuringTLSShutdown, .readInInvalidTLSState: "the connection broke off"
        case .handshakeFailed where isRefusedChain(error): reason(of: .unknownAuthority)
        case .handshakeFailed: "no encryption could be agreed on. Check the address: does it speak https?"
        default: "the encryption failed. Check the address and this machine's clock"
        }
    }
}
