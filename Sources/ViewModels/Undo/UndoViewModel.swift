/// The last action that can be undone.
package struct UndoViewModel {
    /// The last action or undo, and the key to reverse it, as in `Archived “Bo”. M-u brings it back`; empty before
    /// any action.
    package let text: DisplayText
    /// Increases whenever there is a new text.
    package let count: Int
    package let takeBack: Action<Void>

    package init(text: DisplayText, count: Int, takeBack: Action<Void>) {
        self.text = text
        self.count = count
        self.takeBack = takeBack
    }
}
