package import MatrixClient
import Pictures

/// The dependencies of everything that works without a screen: time, and the places of files.
@MainActor
package struct EngineEnvironment {
    /// Milliseconds since 1970 by this machine's clock, which may be wrong and may be adjusted.
    package var now: () -> Int64
    /// Milliseconds of a monotonic clock.
    package var clock = LoopClock.continuous
    /// Calls back on the main actor after a number of milliseconds.
    package var after: (Int, @escaping @MainActor () -> Void) -> Void
    /// `nil` for a program that shows no files.
    package var media: MediaDirectories?
    /// `nil` for a program that decodes no pictures.
    var pictures: PictureProcess?

    package init(now: @escaping () -> Int64, after: @escaping (Int, @escaping @MainActor () -> Void) -> Void) {
        self.now = now
        self.after = after
    }
}
