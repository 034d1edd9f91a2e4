/// What is asked and answered about words that are being written.
package enum SpellingEvent: RoutedEvent {
    /// Words that nobody asked about before.
    case asked([String])
    /// These of them no dictionary has, or why none was asked, as the setting was then.
    case answered([String], SpellingLack?, setting: String)
    /// A person wants a word to be right from now on.
    case added(String)
}
