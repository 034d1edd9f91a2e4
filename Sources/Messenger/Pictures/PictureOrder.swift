import Pictures
import ViewModels

/// A request to draw a picture.
struct PictureOrder: Hashable, Sendable {
    /// The event ID of the message with the picture.
    let eventID: String
    let picture: MessagePicture
    let room: PictureRoom
}
