/// How an action is named in the footer, where every column counts.
package struct FooterLabel: Hashable, Sendable {
    package let text: String
    /// Those with the lower number are shown first where not all fit.
    package let priority: Int
    /// Where it is worth its place; `nil` is wherever the action applies.
    package let panes: Set<PaneContext>?

    package init(_ text: String, _ priority: Int, panes: Set<PaneContext>? = nil) {
        self.text = text
        self.priority = priority
        self.panes = panes
    }
}
