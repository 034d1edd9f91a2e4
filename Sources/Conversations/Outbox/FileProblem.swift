/// The reason why a file can't be sent. No copy of it is kept.
package enum FileProblem: Error, Hashable, Sendable {
    case missing
    case unreadable
    case isDirectory
    /// A device, a pipe or a socket, which has no end.
    case isNoFile
    /// The file was changed or truncated while it was read.
    case changed
    /// Both numbers are in bytes; the limit is the server's.
    case tooLarge(size: Int64, limit: Int64)
    case diskFull
    /// The copy in the profile's directory could not be written. The number is the system's error code.
    case notKept(code: Int32)
}
