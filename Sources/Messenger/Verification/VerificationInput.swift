import MatrixAPI
import MatrixCrypto

/// What a ``VerificationEndpoint`` hears, in the order in which it does.
enum VerificationInput: Sendable {
    case fromDevice(DeviceMessage)
    /// An event of a chat, as it was before it was encrypted.
    case fromChat(MatrixEvent, chatID: String)
    /// - Parameter wish: which of all wishes of a person it is; an earlier one counts no more.
    case asked(VerificationPartner, wish: Int)
    case forgotten(VerificationTransaction)
    case decided(VerificationChoice, VerificationTransaction)
    case timeCame
}
