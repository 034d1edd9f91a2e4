/// What happened to the settings.
package enum SettingsEvent: RoutedEvent {
    /// They were read, with what is wrong in their file.
    case changed(MessengerSettings, problems: [any Reason])
}
