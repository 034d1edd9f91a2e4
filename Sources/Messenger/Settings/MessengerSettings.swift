/// The user's settings for conversations and notifications.
package struct MessengerSettings: Hashable, Sendable {
    package var times = TimeForm()
    package var notices = NoticeRules()
    package var media = MediaSettings()
    /// Whether read receipts are sent to others.
    package var sharesReading = true
    /// The languages of the spell check, see ``SpellingLanguages/chosen(by:environment:)``.
    package var spelling = "auto"
    package var serverSearch = ServerSearchUse.ask

    package init() {}
}
