/// What the account's data says about one contact. Applied twice it is as good as applied once.
package struct ContactChange: Hashable, Sendable {
    /// The Matrix ID.
    package let userID: String
    /// `nil` once the contact was deleted.
    package let entry: Entry?

    package struct Entry: Hashable, Sendable {
        package let name: String
        package let note: String

        package init(name: String, note: String) {
            self.name = name
            self.note = note
        }
    }

    package init(userID: String, entry: Entry?) {
        self.userID = userID
        self.entry = entry
    }
}
