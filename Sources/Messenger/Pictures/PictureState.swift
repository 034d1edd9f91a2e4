import Pictures
import ViewModels

/// What became of the picture of one message.
enum PictureState: Hashable, Sendable {
    /// - Parameter shape: that it was found to have.
    case drawn(DrawnPicture, shape: PictureShape, PictureMeans)
    /// - Parameter at: when, by ``SessionEnvironment/clock``.
    case failed(PictureFailure, at: Int64)
}
