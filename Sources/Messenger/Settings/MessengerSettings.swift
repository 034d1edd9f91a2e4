/// What a person set about conversations and how they are told of.
package struct MessengerSettings: Hashable, Sendable {
    package var times = TimeForm()
    package var notices = NoticeRules()
    package var media = MediaSettings()
    /// Whether others are told how far one has read.
    package var sharesReading = true
    /// The languages that words are looked up in, see ``SpellingLanguages/chosen(by:environment:)``.
    package var spelling = "auto"
    package var serverSearch = ServerSearchUse.ask

    package init() {}
}
