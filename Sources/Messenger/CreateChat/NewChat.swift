/// A chat that is asked for.
package struct NewChat: Hashable, Sendable {
    /// The others, by Matrix ID.
    package let userIDs: [String]
    /// What a group is called, `nil` where it has no name.
    package let name: String?
    package let isDirect: Bool

    package init(userIDs: [String], name: String?, isDirect: Bool) {
        self.userIDs = userIDs
        self.name = name
        self.isDirect = isDirect
    }
}
