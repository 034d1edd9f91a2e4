import MatrixAPI
import MatrixCrypto

/// The inputs of a ``VerificationEndpoint``, handled in order.
enum VerificationInput: Sendable {
    case fromDevice(DeviceMessage)
    /// An event of a chat, decrypted if it was encrypted.
    case fromChat(MatrixEvent, chatID: String)
    /// - Parameter wish: the number of the user's request; an earlier one is no longer valid.
    case asked(VerificationPartner, wish: Int)
    case forgotten(VerificationTransaction)
    case decided(VerificationChoice, VerificationTransaction)
    case timeCame
}
