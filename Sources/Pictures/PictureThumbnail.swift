/// A smaller version of a picture: a JPEG, or a PNG if parts are transparent. Only the original's pixels are in it,
/// no metadata.
package struct PictureThumbnail: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        case jpeg = "image/jpeg"
        case png = "image/png"
    }

    package enum Method: String, Hashable, Sendable {
        /// The whole picture, within the size.
        case scale
        /// The largest part of its middle that has the size's aspect ratio.
        case crop
    }

    package let kind: Kind
    package let size: PixelSize
    /// The size of the original picture as displayed.
    package let original: PixelSize
    package let bytes: [UInt8]
}
