import Glibc

/// What a program inherits beside its input and output: nothing. SwiftNIO's sockets would go to it else, and a connection
/// that the test closes would stay open as long as the program runs.
enum InheritedDescriptors {
    private typealias AddCloseFrom = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32

    /// To be added last. Swift doesn't see the function, which glibc has since 2.34.
    static func close(in actions: inout posix_spawn_file_actions_t) {
        guard let symbol = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else { return }
        _ = unsafeBitCast(symbol, to: AddCloseFrom.self)(&actions, 3)
    }
}
