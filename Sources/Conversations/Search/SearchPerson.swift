/// A person who sent a stored message.
package struct SearchPerson: Hashable, Sendable {
    package let userID: String
    package let name: String

    package init(userID: String, name: String) {
        self.userID = userID
        self.name = name
    }
}
