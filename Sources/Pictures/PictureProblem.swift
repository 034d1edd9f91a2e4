/// Why there is no thumbnail or drawing of a picture.
package enum PictureProblem: Error, Hashable, Sendable {
    /// A library that is no part of the program is not installed.
    case missing(PictureLibrary)
    /// Its first bytes are none of a PNG, JPEG, GIF or WebP, or there is no loader for it.
    case otherKind
    case tooManyBytes
    case tooManyPixels
    /// What it is said to be, it is not all the way.
    case broken
    /// Decoding it took more than ``PictureLimits`` let it have.
    case memory
    case time
    /// The process ended, or answered what nobody asked for.
    case crashed
    /// The picture could not be read, or the process not be started: an `errno`.
    case system(Int32)
    case cancelled
}
