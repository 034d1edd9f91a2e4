/// What happened to the settings.
package enum SettingsEvent: RoutedEvent {
    /// They were read, with what is wrong in their file, in a person's words.
    case changed(MessengerSettings, problems: [String])
}
