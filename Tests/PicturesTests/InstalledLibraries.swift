import Glibc
import Pictures
import TestSupport
import Testing

/// What pictures are decoded with is no part of the program: where it is not installed there is nothing to test.
enum InstalledLibraries {
    static let areThere: Bool = ["libgdk_pixbuf-2.0.so.0", "libchafa.so.0"].allSatisfy { name in
        guard let handle = dlopen(name, RTLD_LAZY | RTLD_LOCAL) else { return false }
        dlclose(handle)
        return true
    }
}

extension Trait where Self == ConditionTrait {
    static var wherePicturesAreDecoded: Self {
        .enabled(if: InstalledLibraries.areThere, "libgdk-pixbuf-2.0-0 and libchafa0 are not installed")
    }
}

extension PictureProcess {
    /// The program that is tested, with these limits.
    convenience init(_ change: (inout PictureLimits) -> Void) {
        var limits = PictureLimits()
        change(&limits)
        self.init(program: ProgramLocation.confab, limits: limits)
    }
}
