/// Requests for files in messages, and their results.
enum MediaEvent: RoutedEvent {
    case wanted(MediaWish)
    case stopped(eventID: String)
    case progressed(eventID: String, percent: Int?)
    /// The file is on this machine and verified, at a path within the profile.
    case fetched(MediaWish, path: String)
    case saved(eventID: String, path: String)
    /// - Parameter problem: the error; `nil` if the download was stopped.
    case failed(eventID: String, MediaProblem?)
}
