import Glibc
import Pictures
import Terminal

/// The entry point of the process.
@main
enum Program {
    /// The main thread runs the main actor, and reads the terminal itself.
    static func main() {
        PictureProcess.answerIfAsked()
        leaveNoCoreFile()
        Task { @MainActor in
            await ConfabCommand.start()
            exit(0)
        }
        MainLoop.run()
    }

    /// Disables core dumps, which would contain messages and keys. Child processes inherit the limit.
    private static func leaveNoCoreFile() {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    }
}
