/// The reason why there is no thumbnail or drawing of a picture.
package enum PictureDecodingError: Error, Hashable, Sendable {
    /// A library that is not part of the program is not installed.
    case missing(PictureLibrary)
    /// The first bytes are not those of a PNG, JPEG, GIF or WebP, or there is no loader for it.
    case otherKind
    case tooManyBytes
    case tooManyPixels
    /// The picture is damaged or incomplete.
    case broken
    /// Decoding it exceeded ``PictureLimits``.
    case memory
    case time
    /// The process crashed, or its output was invalid.
    case crashed
    /// An `errno`: the picture could not be read, or the process could not be started.
    case system(Int32)
    case cancelled
}

/// The libraries that decode and draw pictures, if they are installed.
package enum PictureLibrary: Hashable, Sendable, CaseIterable {
    case loader, drawer

    /// The Debian package that contains it.
    package var packageName: String {
        switch self {
        case .loader: "libgdk-pixbuf-2.0-0"
        case .drawer: "libchafa0"
        }
    }
}
