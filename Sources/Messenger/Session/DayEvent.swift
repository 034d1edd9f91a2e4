/// What the clock brings.
enum DayEvent: RoutedEvent {
    /// The day is another: what was of today is of yesterday.
    case began
}
