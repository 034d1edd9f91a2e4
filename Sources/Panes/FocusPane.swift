import ViewModels

/// A pane that can have the focus: keys mean what its context says.
@MainActor
package protocol FocusPane: Pane {
    /// Which rows of the binding table hold here now.
    var context: PaneContext { get }

    /// What was typed: a character, or several that belong to one key.
    ///
    /// - Returns: whether it has a place here.
    func type(_ text: String) -> Bool

    /// What was pasted, as a whole; it never does what a key or a letter would.
    ///
    /// - Returns: whether it has a place here.
    func paste(_ text: String) -> Bool

    /// Goes one step back.
    ///
    /// - Returns: whether there was one.
    func back() -> Bool

    /// Whether a letter that the table has may answer now. It does only by itself: what follows it makes both a text.
    var takesAnswers: Bool { get }

    /// Shows a letter that answers unless more is typed in a moment; `nil` once that is decided.
    func hold(_ letter: String?)

    /// Whether a person may go on typing although nothing was typed last: what stands here asks for more after Enter.
    var awaitsText: Bool { get }

    /// Where ``back()`` leads to, for the footer; `nil` where it does nothing.
    var backLabel: String? { get }
}

extension FocusPane {
    package func type(_ text: String) -> Bool { false }

    package func paste(_ text: String) -> Bool { false }

    package func back() -> Bool { false }

    package var takesAnswers: Bool { false }

    package func hold(_ letter: String?) {}

    package var awaitsText: Bool { false }

    package var backLabel: String? { .words("back.back") }
}
