import Pictures

/// Requests for pictures in messages, and their results.
enum PictureEvent: RoutedEvent {
    /// Pictures come near the screen. The first visible one is first.
    case wanted([PictureOrder], chatID: String)
    case drawn(PictureOrder, PictureDrawing, PictureMeans)
    case failed(PictureOrder, PictureFailure)
    /// The terminal's graphics capabilities have changed.
    case meansChanged
}
