import Pictures
import TestSupport

extension PictureProcess {
    /// Creates a process of the tested program with these limits.
    convenience init(_ change: (inout PictureLimits) -> Void) {
        var limits = PictureLimits()
        change(&limits)
        self.init(program: ProgramLocation.confab, limits: limits)
    }
}
