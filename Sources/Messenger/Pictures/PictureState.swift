import Pictures
import ViewModels

/// The state of the picture of a message.
enum PictureState: Hashable, Sendable {
    /// - Parameter shape: the measured shape.
    case drawn(DrawnPicture, shape: PictureShape, PictureMeans)
    /// - Parameter at: the time of the failure, by ``SessionEnvironment/clock``.
    case failed(PictureFailure, at: Int64)
}
