import Glibc
import Terminal

/// Where the process begins.
@main
enum Program {
    /// The main thread is the main actor's, and waits for the terminal itself.
    static func main() {
        Task { @MainActor in
            await ConfabCommand.start()
            exit(0)
        }
        MainLoop.run()
    }
}
