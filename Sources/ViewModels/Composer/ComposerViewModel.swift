/// Where a line is written.
package struct ComposerViewModel {
    /// What the field holds when ``revision`` is newer than the pane's own text. May have many lines.
    package let text: String
    /// Rises when the text was changed by anything but the pane: another chat, a command taken back.
    package let revision: Int
    /// Shown in the empty field.
    package let placeholder: DisplayText
    /// As in `Not sent: a line with nothing in it`; empty where there is nothing to say.
    package let notice: DisplayText
    /// What the line is for, as in `Reply to Bo: hello`; empty for a line like any other.
    package let banner: DisplayText
    /// Makes it a line like any other.
    package let cancelBanner: @MainActor () -> Void
    /// The text as it stands, on leaving the field or half a second after the last key; typing notices come from it as well.
    package let edited: @MainActor (String) -> Void
    /// Accepts the line; the next view model brings the empty field, or says why not.
    package let send: Action<String>

    package init(
        text: String, revision: Int, placeholder: DisplayText, notice: DisplayText, banner: DisplayText = .empty,
        cancelBanner: @escaping @MainActor () -> Void = {},
        edited: @escaping @MainActor (String) -> Void, send: Action<String>
    ) {
        self.text = text
        self.revision = revision
        self.placeholder = placeholder
        self.notice = notice
        self.banner = banner
        self.cancelBanner = cancelBanner
        self.edited = edited
        self.send = send
    }
}
