/// A chat that is asked for.
package struct NewChat: Hashable, Sendable {
    /// The others, by Matrix ID.
    package let userIDs: [String]
    /// What a group is called, `nil` where it has no name.
    package let name: String?
    package let isDirect: Bool
    package let isEncrypted: Bool
    /// Whether nobody said if it is to be encrypted: it is, unless the other can't read that, which a person is asked about.
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
