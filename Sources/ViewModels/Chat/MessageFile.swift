/// The actions on the file of a message.
package struct MessageFile: Sendable {
    /// Opens the file in an external program.
    package var open: Action<Void>
    /// Takes the destination, as a path typed by the user; empty for the default directory.
    package var save: Action<String>
    package var stop: Action<Void> = .unavailable(.words("media.is-not-loading"))
    package var openQuestion: DisplayText = .empty
    package var saveQuestion: DisplayText = .empty

    package init(
        open: Action<Void>, save: Action<String>, openQuestion: DisplayText = .empty, saveQuestion: DisplayText = .empty
    ) {
        self.open = open
        self.save = save
        self.openQuestion = openQuestion
        self.saveQuestion = saveQuestion
    }
}
