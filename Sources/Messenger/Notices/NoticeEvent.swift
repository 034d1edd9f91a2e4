/// What a person does about the notice line.
package enum NoticeEvent: RoutedEvent {
    case goingThere
    case dismissed
}
