import Foundation
import Messenger

/// The directories of the user outside of Confab.
struct PersonalDirectories {
    let home: String
    /// The download directory: that of the desktop (xdg-user-dirs), else `~/Downloads`, else the home directory.
    let downloads: String

    init(environment: [String: String]) {
        let home = PersonalHome.path(in: environment)
        self.home = home
        let config = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.config"
        let candidates = [
            environment["XDG_DOWNLOAD_DIR"], Self.downloads(in: config + "/user-dirs.dirs"), home + "/Downloads",
        ]
        downloads =
            candidates.compactMap { $0 }.map { Self.filled($0, home: home) }.first(where: Self.isDirectory) ?? home
    }

    /// Returns the value of the line `XDG_DOWNLOAD_DIR="$HOME/Downloads"` in the file.
    private static func downloads(in file: String) -> String? {
        guard let bytes = FileManager.default.contents(atPath: file) else { return nil }
        let beginning = "XDG_DOWNLOAD_DIR="
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
            .last { $0.hasPrefix(beginning) }
            .map { $0.dropFirst(beginning.count).filter { $0 != "\"" } }
    }

    private static func filled(_ path: String, home: String) -> String {
        path.hasPrefix("$HOME/") ? home + path.dropFirst("$HOME".count) : path
    }

    private static func isDirectory(_ path: String) -> Bool {
        var isDirectory: ObjCBool = false
        return path.hasPrefix("/") && FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
            && isDirectory.boolValue
    }
}
