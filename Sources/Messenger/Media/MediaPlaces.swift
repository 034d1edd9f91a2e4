/// The directories for files from chats, and the function that opens a file.
package struct MediaPlaces: Sendable {
    /// The profile's cache directory for downloaded files.
    package let kept: String
    /// The default directory for saved files.
    package let downloads: String
    /// The home directory, for which `~` stands.
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
    package static func ofProfile(_ path: String) -> MediaPlaces {
        MediaPlaces(kept: path + "/media", downloads: "", home: "", show: { _ in nil })
    }

    /// The directory for imported files, which no server has. It is next to the cache directory.
    package var imported: String { kept + "-imported" }

    /// Returns the path with `~` for the home directory.
    func shortened(_ path: String) -> String {
        path.hasPrefix(home + "/") ? "~" + path.dropFirst(home.count) : path
    }
}
