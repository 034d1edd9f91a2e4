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
