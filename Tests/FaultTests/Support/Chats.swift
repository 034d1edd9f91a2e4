/// Whether the server can read the chats of a test.
enum Chats: String, CaseIterable {
    case inClear, encrypted

    var areEncrypted: Bool { self == .encrypted }
}
