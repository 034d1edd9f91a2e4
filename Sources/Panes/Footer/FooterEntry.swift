/// A key and its description in the footer.
package struct FooterEntry: Hashable, Sendable {
    package let key: String
    package let text: String
    /// Whether it leaves the current place. It is shown before all others, so that it always fits.
    package let isWayOut: Bool
    /// The action of a click.
    package let action: ActionID?

    package init(key: String, text: String, isWayOut: Bool = false, action: ActionID? = nil) {
        self.key = key
        self.text = text
        self.isWayOut = isWayOut
        self.action = action
    }
}
