/// Where files from chats lie on this machine, and what shows them.
package struct MediaPlaces: Sendable {
    /// The directory of the profile's that keeps what was fetched.
    package let kept: String
    /// The directory where a person finds what was saved, if they say nothing else.
    package let downloads: String
    /// What `~` stands for.
    package let home: String
    /// Has the person's program show a file.
    ///
    /// - Returns: why that could not be started.
    package let show: @MainActor (String) -> String?

    package init(kept: String, downloads: String, home: String, show: @escaping @MainActor (String) -> String?) {
        self.kept = kept
        self.downloads = downloads
        self.home = home
        self.show = show
    }

    /// - Parameter path: of a profile's directory, where nobody saves or shows anything.
    package static func ofProfile(_ path: String) -> MediaPlaces {
        MediaPlaces(kept: path + "/media", downloads: "", home: "", show: { _ in nil })
    }

    /// The directory beside it that keeps what came with messages of an export, which no server has.
    package var imported: String { kept + "-imported" }

    /// A path as people write it.
    func shortened(_ path: String) -> String {
        path.hasPrefix(home + "/") ? "~" + path.dropFirst(home.count) : path
    }
}
