/// What is asked of files in messages, and what becomes of them.
enum MediaEvent: RoutedEvent {
    case wanted(MediaWish)
    case stopped(eventID: String)
    case progressed(eventID: String, percent: Int?)
    /// It is on this machine, checked, at a path of Confab's own.
    case fetched(MediaWish, path: String)
    case saved(eventID: String, path: String)
    /// - Parameter problem: `nil` where it was stopped.
    case failed(eventID: String, MediaProblem?)
}
