/// Why a file could not be taken to be sent. Nothing of it was kept.
package enum FileProblem: Error, Hashable, Sendable {
    case missing
    case unreadable
    case isDirectory
    /// A device, a pipe, a socket: nothing that has an end.
    case isNoFile
    /// It was written to while it was read, or cut off.
    case changed
    /// In bytes; the limit is the server's.
    case tooLarge(size: Int64, limit: Int64)
    case diskFull
    /// The profile's own directory refuses it; the number is the system's.
    case notKept(code: Int32)
}
