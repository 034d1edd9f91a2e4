import Glibc
package import Testing

extension Trait where Self == ConditionTrait {
    /// Skips tests if the picture libraries, which are not part of the program, are not installed.
    package static var wherePicturesAreDecoded: Self {
        .enabled(if: InstalledLibraries.arePictures, "libgdk-pixbuf-2.0-0 and libchafa0 are not installed")
    }
}

private enum InstalledLibraries {
    static let arePictures: Bool = ["libgdk_pixbuf-2.0.so.0", "libchafa.so.0"].allSatisfy { name in
        guard let handle = dlopen(name, RTLD_LAZY | RTLD_LOCAL) else { return false }
        dlclose(handle)
        return true
    }
}
