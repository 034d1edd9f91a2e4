/// Actions on the notification line.
package enum NoticeEvent: RoutedEvent {
    case goingThere
    case dismissed
}
