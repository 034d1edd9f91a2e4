import ViewModels

/// A pane that can have the focus. Its context determines the meaning of keys.
@MainActor
package protocol FocusPane: Pane {
    /// The context for keys in the binding table.
    var context: PaneContext { get }

    /// Handles typed text: a character, or several that belong to one key.
    ///
    /// - Returns: whether the pane accepts the text.
    func type(_ text: String) -> Bool

    /// Handles pasted text as a whole; it never runs an action as a key or a letter would.
    ///
    /// - Returns: whether the pane accepts the text.
    func paste(_ text: String) -> Bool

    /// Returns from the current state of the pane to the previous state, such as from a selection to no selection.
    ///
    /// - Returns: `false` if the pane has no previous state.
    func back() -> Bool

    /// Whether a letter of the binding table may run its action now. It only does so if no other key follows shortly.
    var takesAnswers: Bool { get }

    /// Shows a letter that runs its action unless another key follows shortly; `nil` once that is decided.
    func hold(_ letter: String?)

    /// Whether the user may type on after Enter, because the pane then asks for more, such as the password after the
    /// name.
    var awaitsText: Bool { get }

    /// The destination of ``back()`` for the footer; `nil` if it does nothing.
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
