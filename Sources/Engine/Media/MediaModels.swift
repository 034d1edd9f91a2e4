import Dispatch
import DurableFiles
package import MatrixAPI
package import MatrixClient

/// Requests for files in messages, and their results.
package enum MediaEvent: RoutedEvent {
    case wanted(MediaRequest)
    case stopped(eventID: String)
    case progressed(eventID: String, percent: Int?)
    /// The file is on this machine and verified, at a path within the profile.
    case fetched(MediaRequest, path: String)
    case saved(eventID: String, path: String)
    /// The download failed, or the user stopped it if the error is `nil`.
    case failed(eventID: String, MediaError?)
}

/// Runs blocking disk work on a separate thread, so that key presses and requests aren't delayed.
package enum BlockingWork {
    private static let queue = DispatchQueue(label: "im.confab.media")

    package static func run<Value: Sendable, Failure: Error>(
        _ body: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await queue.run(body)
    }

    /// Runs the body after all earlier work, without waiting for it.
    static func later(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }
}

/// A complete and verified file on this machine.
package struct CachedFile: Hashable, Sendable {
    package let path: String
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
package enum MediaPurpose: Hashable, Sendable {
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

    package var largestBytes: Int64 { Int64(largest) * 1_000_000 }
    var keptBytes: Int64 { Int64(kept) * 1_000_000 }

    package init(largest: Int = 200, kept: Int = 500, pictures: PictureHeight = .medium) {
        self.largest = largest
        self.kept = kept
        self.pictures = pictures
    }
}

/// A request for the file of a message.
package struct MediaRequest: Hashable, Sendable {
    /// The event ID of the message.
    package let eventID: String
    package let file: AttachedFile
    package let purpose: MediaPurpose

    package init(eventID: String, file: AttachedFile, purpose: MediaPurpose) {
        self.eventID = eventID
        self.file = file
        self.purpose = purpose
    }
}

/// The reason why a file could not be fetched, saved or opened.
package enum MediaError: Error, Hashable, Sendable {
    case server(MatrixClientError)
    /// A disk error, with its `errno`.
    case disk(path: String, CInt)
    /// The file is larger than the settings allow. The limit is in bytes.
    case tooLarge(limit: Int64)
    /// The hash of the file doesn't match the message.
    case otherContent
    /// The encryption of the file is missing a field or uses an unknown method.
    case unknownEncryption
    /// The file is of a kind that no program may open.
    case notShown
    /// The same file is being downloaded for another message.
    case busy
    /// The user's program could not be started.
    case program(String)
    case noDirectory(String)
    /// The message was imported without its file.
    case notImported
}

extension MediaError {
    /// Converts the error of a failed write.
    init(_ error: DurableFileError) { self = .disk(path: error.path, error.code) }
}

/// The height of pictures in a chat.
package enum PictureHeight: String, CaseIterable, Hashable, Sendable {
    case off, small, medium, large

    /// The maximum height in terminal rows; 0 if no pictures are drawn.
    package var rows: Int {
        switch self {
        case .off: 0
        case .small: 5
        case .medium: 10
        case .large: 20
        }
    }
}
