import Foundation
import MatrixAPI

/// The profiles on disk, one directory each.
struct ProfileDirectory {
    let paths: ProgramPaths

    var names: [String] {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: paths.profiles)) ?? []
        return entries.filter { FileManager.default.fileExists(atPath: file($0)) }.sorted()
    }

    /// The profile that was used last, the only one where that is not known; `nil` before the first.
    var lastUsedName: String? {
        let known = names
        let last = (try? String(contentsOfFile: paths.lastProfile, encoding: .utf8))?
            .trimmingCharacters(in: .whitespacesAndNewlines)
        if let last, known.contains(last) { return last }
        return known.first
    }

    func path(_ name: String) -> String { paths.profiles + "/" + name }
    func database(_ name: String) -> String { path(name) + "/confab.sqlite" }
    func serverData(_ name: String) -> String { path(name) + "/server" }

    func load(_ name: String) throws(ProgramError) -> Profile {
        guard names.contains(name) else { throw .noProfile(name: name, known: names) }
        guard let data = FileManager.default.contents(atPath: file(name)) else {
            throw .profileUnreadable(name: name, reason: "its file can't be opened")
        }
        guard let json = try? JSONValue(parsing: data), let profile = Profile(name: name, json: json) else {
            throw .profileUnreadable(name: name, reason: "\(file(name)) is not a profile")
        }
        return profile
    }

    func save(_ profile: Profile) throws(ProgramError) {
        try ProgramPaths.makePrivateDirectory(path(profile.name))
        try ProgramPaths.writePrivateFile(profile.json.serialized + [0x0A], to: file(profile.name))
    }

    /// Most often it is the same as last time, and a write to disk is slow.
    func remember(lastUsed name: String) throws(ProgramError) {
        guard name + "\n" != (try? String(contentsOfFile: paths.lastProfile, encoding: .utf8)) else { return }
        try ProgramPaths.makePrivateDirectory(paths.data)
        try ProgramPaths.writePrivateFile(Array((name + "\n").utf8), to: paths.lastProfile)
    }

    func token(_ name: String) -> String? {
        FileManager.default.contents(atPath: tokenFile(name)).map { String(decoding: $0, as: UTF8.self) }
    }

    func saveToken(_ token: String, name: String) throws(ProgramError) {
        try ProgramPaths.makePrivateDirectory(path(name))
        try ProgramPaths.writePrivateFile(Array(token.utf8), to: tokenFile(name))
    }

    func removeToken(_ name: String) {
        unlink(tokenFile(name))
    }

    private func file(_ name: String) -> String { path(name) + "/profile.json" }
    private func tokenFile(_ name: String) -> String { path(name) + "/token" }
}
