/// A key and its word in the footer.
package struct FooterEntry: Hashable, Sendable {
    package let key: String
    package let text: String
    /// Whether it leads out of where one is: it is shown before all others, for who is lost looks there.
    package let isWayOut: Bool
    /// What a click on it does.
    package let action: ActionID?

    package init(key: String, text: String, isWayOut: Bool = false, action: ActionID? = nil) {
        self.key = key
        self.text = text
        self.isWayOut = isWayOut
        self.action = action
    }
}
