import ViewModels

/// A typed letter that may answer a question. It does so only if no other key follows for a moment, or if Enter
/// follows. Any other key makes it the beginning of a text, and a text never answers a question.
struct PendingLetter {
    let text: String
    let action: ActionID
    /// Distinguishes it from later letters.
    let number: Int
    /// Whether no other input arrived with it. An Enter in the same read belongs to pasted or buffered text and must
    /// not answer.
    var isRipe = false

    /// The time without further input after which it counts as a single key press, in milliseconds.
    static let pendingLetterDelay = 30
    /// The time after which the letter answers, in milliseconds. It is longer than a pause within text, and the held
    /// letter is visible meanwhile.
    static let pause = 600
}

/// The reason why typed text is dropped until a key comes that isn't text. The Enter that ends such a text is dropped
/// with it.
///
/// The screen may change without a key press while the user types: a login ends, or another device responds. Text
/// that continues in the newly focused field could send a password as a message.
enum DroppedTextReason {
    /// The text began in a context without a field.
    case noField
    /// The text was typed for a field that is gone.
    case fieldIsGone

    var words: DisplayText {
        switch self {
        case .noField: .words("panes.no-field-to-write-in")
        case .fieldIsGone: .words("panes.text-is-discarded")
        }
    }
}

/// Commands that only the program can carry out.
package enum ScreenCommand: Hashable, Sendable {
    /// Redraw everything, whatever the terminal shows.
    case redraw
    case suspend
    case quit
    /// Copy a text to the clipboard.
    case copy(String)
    /// Open a web page by its address.
    case openLink(String)
    /// Edit this draft in the external editor.
    case edit(String)
}
