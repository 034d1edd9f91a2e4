/// What decodes and draws pictures, where it is installed.
package enum PictureLibrary: Hashable, Sendable, CaseIterable {
    case loader, drawer

    /// Debian's package that brings it.
    package var packageName: String {
        switch self {
        case .loader: "libgdk-pixbuf-2.0-0"
        case .drawer: "libchafa0"
        }
    }
}
