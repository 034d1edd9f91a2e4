/// Events of the clock.
enum DayEvent: RoutedEvent {
    /// A new day began: today's messages are now yesterday's.
    case began
}
