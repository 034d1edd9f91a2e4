/// The priority of an action in the footer, which has little space, and the panes that show it. The text is
/// ``ActionBinding/footerWord``.
package struct FooterPlace: Hashable, Sendable {
    /// Lower numbers are shown first if not all entries fit.
    package let priority: Int
    /// The panes whose footer shows the action; `nil` for all panes that have the action.
    package let panes: Set<PaneContext>?

    package init(_ priority: Int, panes: Set<PaneContext>? = nil) {
        self.priority = priority
        self.panes = panes
    }
}
