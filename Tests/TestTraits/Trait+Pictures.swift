import Glibc
package import Testing

extension Trait where Self == ConditionTrait {
    /// What pictures are decoded with is no part of the program: where it is not installed there is nothing to test.
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
