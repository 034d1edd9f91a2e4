import Pictures
import ViewModels

/// A picture that is to be drawn.
struct PictureOrder: Hashable, Sendable {
    /// Of the message that brings it.
    let eventID: String
    let picture: MessagePicture
    let room: PictureRoom
}
