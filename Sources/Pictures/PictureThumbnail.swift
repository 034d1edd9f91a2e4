/// A smaller picture that was made of one: a JPEG, or a PNG where parts are transparent. Nothing of the first is in it but its
/// pixels.
package struct PictureThumbnail: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        case jpeg = "image/jpeg"
        case png = "image/png"
    }

    package enum Method: String, Hashable, Sendable {
        /// All of it, within the size.
        case scale
        /// As much of its middle as has the size's shape.
        case crop
    }

    package let kind: Kind
    package let size: PixelSize
    /// Of the picture that it was made of, as it is seen.
    package let original: PixelSize
    package let bytes: [UInt8]
}
