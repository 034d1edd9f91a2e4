import Conversations
import ViewModels

extension Chat {
    /// The reason why this chat, which the account isn't a member of, is read-only. It may also be an imported file.
    var outside: DisplayText { Self.outside(id) }

    static func outside(_ id: String) -> DisplayText {
        .words(isImported(id) ? "composer.is-imported" : "chat.not-in-it-any-more")
    }
}
