/// What was done last that can be taken back.
package struct UndoViewModel {
    /// What was done or taken back, and how that is taken back, as in `Archived “Bo”. M-u brings it back`; empty before anything was.
    package let text: DisplayText
    /// Rises whenever there is something new to say.
    package let count: Int
    package let takeBack: Action<Void>

    package init(text: DisplayText, count: Int, takeBack: Action<Void>) {
        self.text = text
        self.count = count
        self.takeBack = takeBack
    }
}
