import ViewModels

/// Why typed text is dropped until a key comes that is no text. The Enter that ends such a text is dropped with it.
///
/// A screen may change by itself while somebody types without looking: a login ends, or another device answers. Text that
/// continues in the field that then has the focus could send a password as a message.
enum TextRefusal {
    /// The text began where no field takes it.
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
