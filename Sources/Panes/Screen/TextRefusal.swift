import ViewModels

/// The reason why typed text is dropped until a key comes that isn't text. The Enter that ends such a text is dropped
/// with it.
///
/// The screen may change without a key press while the user types: a login ends, or another device responds. Text
/// that continues in the newly focused field could send a password as a message.
enum TextRefusal {
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
