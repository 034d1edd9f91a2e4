/// What a person does about the notice line.
package enum NoticeEvent {
    case goingThere
    case dismissed
}
