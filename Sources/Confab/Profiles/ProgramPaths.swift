import DurableFiles
import Engine
import Foundation
import ViewModels

/// The paths of files (XDG Base Directory Specification). Directories are created on demand with mode 0700.
struct ProgramPaths {
    let config: String
    let data: String
    let state: String

    init(environment: [String: String] = ProgramEnvironment.value) {
        let home = PersonalHome.path(in: environment)
        func base(_ variable: String, _ fallback: String) -> String {
            guard let value = environment[variable], value.hasPrefix("/") else { return "\(home)/\(fallback)/confab" }
            return "\(value)/confab"
        }
        config = base("XDG_CONFIG_HOME", ".config")
        data = base("XDG_DATA_HOME", ".local/share")
        state = base("XDG_STATE_HOME", ".local/state")
    }

    var settings: String { config + "/confab.toml" }
    var profiles: String { data + "/profiles" }
    var lastProfile: String { data + "/last-profile" }
    /// The list of profiles that open together, if there are several.
    var openProfiles: String { data + "/open-profiles" }
    var log: String { state + "/confab.log" }
    var serverData: String { data + "/server" }

    /// Creates a directory that only this user can access, and its missing parents. Their names are durable then.
    static func makePrivateDirectory(_ path: String) throws(ProgramError) {
        // Foundation replaces bytes that are not UTF-8 by this character, which would name another directory.
        guard !path.unicodeScalars.contains("\u{FFFD}") else {
            throw .directory(path: path, reason: .words("commands.path-is-not-utf-8"))
        }
        var made = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/") {
            made += "/\(part)"
            if mkdir(made, 0o700) == 0 {
                do throws(DurableFileError) {
                    try DurableFile.synchronizeDirectory(of: made)
                } catch {
                    throw .directory(path: path, reason: error.reason)
                }
            } else if errno != EEXIST {
                throw .directory(path: path, reason: String(cString: strerror(errno)))
            }
        }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw .directory(path: path, reason: String(cString: strerror(ENOTDIR)))
        }
    }

    /// Writes a file that only this user can read. It is replaced completely or not at all.
    static func writePrivateFile(_ bytes: some Sequence<UInt8>, to path: String) throws(ProgramError) {
        do throws(DurableFileError) {
            try DurableFile.replace(path, with: Array(bytes))
        } catch {
            throw .directory(path: path, reason: error.reason)
        }
    }
}

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
