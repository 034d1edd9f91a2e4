import NIOSSL

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
