import Dispatch
import DurableFiles
import MatrixAPI

/// Runs blocking disk work on a separate thread, so that key presses and requests aren't delayed.
enum BlockingWork {
    private static let queue = DispatchQueue(label: "im.confab.media")

    static func run<Value: Sendable, Failure: Error>(
        _ body: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await queue.run(body)
    }

    /// Runs the body after all earlier work, without waiting for it.
    static func later(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }
}

/// A complete and verified file on this machine.
struct CachedFile: Hashable, Sendable {
    let path: String
    /// The kind by the file's own bytes; `nil` if no program may open it.
    let kind: OpenableFileKind?
}

/// The directories for files from chats, and the function that opens a file.
package struct MediaDirectories: Sendable {
    /// The profile's cache directory for downloaded files.
    package let kept: String
    /// The default directory for saved files.
    package let downloads: String
    /// The home directory, written as `~` in paths that are typed or shown.
    package let home: String
    /// Opens a file in the user's program.
    ///
    /// - Returns: the error if the program could not be started.
    package let show: @MainActor (String) -> String?

    package init(kept: String, downloads: String, home: String, show: @escaping @MainActor (String) -> String?) {
        self.kept = kept
        self.downloads = downloads
        self.home = home
        self.show = show
    }

    /// - Parameter path: the path of a profile in which files are neither saved nor opened.
    package static func ofProfile(_ path: String) -> MediaDirectories {
        MediaDirectories(kept: path + "/media", downloads: "", home: "", show: { _ in nil })
    }

    /// The directory for imported files, which no server has. It is next to the cache directory.
    package var imported: String { kept + "-imported" }

    /// Returns the path with `~` for the home directory.
    func shortened(_ path: String) -> String {
        path.hasPrefix(home + "/") ? "~" + path.dropFirst(home.count) : path
    }
}

/// The purpose of a download.
enum MediaPurpose: Hashable, Sendable {
    /// To open the file in the user's program.
    case opening
    /// To save the file at a typed path; empty for the default directory.
    case saving(String)
}

/// The settings for files from chats. Sizes are in megabytes.
package struct MediaSettings: Hashable, Sendable {
    /// The maximum size of a single file.
    package var largest = 200
    /// The maximum size of the cache. The least recently used files are evicted first.
    package var kept = 500
    /// The height of pictures in a chat.
    package var pictures = PictureHeight.medium

    var largestBytes: Int64 { Int64(largest) * 1_000_000 }
    var keptBytes: Int64 { Int64(kept) * 1_000_000 }
}

/// A request for the file of a message.
struct MediaRequest: Hashable, Sendable {
    /// The event ID of the message.
    let eventID: String
    let file: AttachedFile
    let purpose: MediaPurpose
}
