import Pictures

/// What is asked of pictures in messages, and what becomes of them.
enum PictureEvent: RoutedEvent {
    /// They come near the screen, the one that is seen first at the start.
    case wanted([PictureOrder], chatID: String)
    case drawn(PictureOrder, PictureDrawing, PictureMeans)
    case failed(PictureOrder, PictureFailure)
    /// The terminal shows pictures otherwise than before.
    case meansChanged
}
