/// Events of the spell check.
package enum SpellingEvent: RoutedEvent {
    /// These words haven't been checked before.
    case asked([String])
    /// The words that no dictionary has, or the reason why none was checked, under the setting of that time.
    case answered([String], SpellingLack?, setting: String)
    /// The user adds a word to the dictionary.
    case added(String)
}
