/// How early an action stands in the footer, where every column counts, and where. Its word is ``ActionBinding/footerWord``.
package struct FooterPlace: Hashable, Sendable {
    /// Those with the lower number are shown first where not all fit.
    package let priority: Int
    /// Where it is worth its place; `nil` is wherever the action applies.
    package let panes: Set<PaneContext>?

    package init(_ priority: Int, panes: Set<PaneContext>? = nil) {
        self.priority = priority
        self.panes = panes
    }
}
