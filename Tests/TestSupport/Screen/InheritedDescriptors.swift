import Glibc

/// Closes all descriptors that a program would inherit besides its input and output. Otherwise SwiftNIO's sockets
/// would be inherited, and a connection that the test closes would stay open while the program runs.
enum InheritedDescriptors {
    private typealias AddCloseFrom = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32

    /// Must be added last. Swift doesn't import the function, which glibc has since 2.34.
    static func close(in actions: inout posix_spawn_file_actions_t) {
        guard let symbol = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else { return }
        _ = unsafeBitCast(symbol, to: AddCloseFrom.self)(&actions, 3)
    }
}
