import Pictures
import TestSupport

extension PictureProcess {
    /// The program that is tested, with these limits.
    convenience init(_ change: (inout PictureLimits) -> Void) {
        var limits = PictureLimits()
        change(&limits)
        self.init(program: ProgramLocation.confab, limits: limits)
    }
}
