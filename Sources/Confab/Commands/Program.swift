import Glibc
import Pictures
import Terminal

/// Where the process begins.
@main
enum Program {
    /// The main thread is the main actor's, and waits for the terminal itself.
    static func main() {
        PictureProcess.answerIfAsked()
        leaveNoCoreFile()
        Task { @MainActor in
            await ConfabCommand.start()
            exit(0)
        }
        MainLoop.run()
    }

    /// What is in memory where the program crashes are words and keys. Whom it starts takes over the limit.
    private static func leaveNoCoreFile() {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    }
}
