import MatrixAPI
import MatrixCrypto

/// What a ``VerificationEndpoint`` hears, in the order in which it does.
enum VerificationInput: Sendable {
    case fromDevice(DeviceMessage)
    /// An event of a chat, as it was before it was encrypted.
    case fromChat(MatrixEvent, chatID: String)
    case asked(VerificationPartner)
    case decided(VerificationChoice, VerificationTransaction)
    case timeCame
}
