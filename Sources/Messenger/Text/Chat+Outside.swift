import Conversations
import ViewModels

extension Chat {
    /// Why nothing is done in it by who is not in it any more, or never was: what a file told is only read.
    var outside: DisplayText { Self.outside(id) }

    static func outside(_ id: String) -> DisplayText {
        .words(isImported(id) ? "composer.is-imported" : "chat.not-in-it-any-more")
    }
}
