import Pictures

/// What is asked of pictures in messages, and what becomes of them.
enum PictureEvent: RoutedEvent {
    /// They come near the screen, the one that is seen first at the start.
    case wanted([PictureOrder], chatID: String)
    case drawn(PictureOrder, PictureDrawing, PictureDrawing.Colors)
    case failed(PictureOrder, PictureFailure)
}
