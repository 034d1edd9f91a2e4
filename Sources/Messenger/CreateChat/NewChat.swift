/// A request to create a chat.
package struct NewChat: Hashable, Sendable {
    /// The Matrix IDs of the other people.
    package let userIDs: [String]
    /// The name of a group; `nil` if it has none.
    package let name: String?
    package let isDirect: Bool
    package let isEncrypted: Bool
    /// Whether the user has made no decision about encryption. The chat is then encrypted, unless the partner
    /// can't read that, which the user is asked about.
    package let asksForEncryption: Bool

    package init(
        userIDs: [String], name: String?, isDirect: Bool, isEncrypted: Bool = false, asksForEncryption: Bool = false
    ) {
        self.userIDs = userIDs
        self.name = name
        self.isDirect = isDirect
        self.isEncrypted = isEncrypted
        self.asksForEncryption = asksForEncryption
    }
}
