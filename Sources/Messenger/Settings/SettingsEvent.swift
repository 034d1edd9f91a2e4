/// Events of the settings.
package enum SettingsEvent: RoutedEvent {
    /// The settings were read, with the errors found in their file.
    case changed(MessengerSettings, problems: [any Reason])
}
