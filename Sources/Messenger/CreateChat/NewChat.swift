/// A chat that is asked for.
package struct NewChat: Hashable, Sendable {
    /// The others, by Matrix ID.
    package let userIDs: [String]
    /// What a group is called, `nil` where it has no name.
    package let name: String?
    package let isDirect: Bool
    /// Whether a group is to be encrypted; a direct chat is where the other can read that.
    package let isEncrypted: Bool

    package init(userIDs: [String], name: String?, isDirect: Bool, isEncrypted: Bool = false) {
        self.userIDs = userIDs
        self.name = name
        self.isDirect = isDirect
        self.isEncrypted = isEncrypted
    }
}
