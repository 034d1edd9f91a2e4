/// Whether the chats of a test are encrypted.
enum Chats: String, CaseIterable {
    case inClear, encrypted

    var areEncrypted: Bool { self == .encrypted }
}
