/// A change of one contact in the account's data. Applying it twice has the same effect as applying it once.
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
