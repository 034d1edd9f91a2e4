/// What can be done with the file of a message.
package struct MessageFile: Sendable {
    /// Has the person's program show it.
    package var open: Action<Void>
    /// Takes where to, as a person writes a path; empty for where files lie.
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
