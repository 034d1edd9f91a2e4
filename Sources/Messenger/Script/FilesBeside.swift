/// The directory beside an export that has the files of its messages. All file names in it are safe.
package struct FilesBeside {
    /// The name of the directory, relative to the export.
    package static let name = "media"

    private let directory: String
    private var count = 0

    /// - Parameter directory: the path of the existing directory.
    package init(directory: String) {
        self.directory = directory
    }

    /// Copies a file into the directory.
    ///
    /// - Parameters:
    ///   - path: the path of the cached file.
    ///   - message: the message with the file.
    package mutating func save(_ path: String, of message: ExportedMessage) -> SavedFile {
        let kind = ShownKind(rawValue: path.split(separator: ".").last.map(String.init) ?? "")
        count += 1
        let safe = SafeFileName(message.file?.name ?? "", kind: kind).text
        // A number in front keeps the order, and makes equal names unique.
        let number = String(repeating: "0", count: max(0, 4 - String(count).count)) + String(count)
        do throws(MediaProblem) {
            let saved = try SavePlace(directory: directory, name: number + "-" + safe).save(path)
            return .saved(
                path: Self.name + "/" + (saved.split(separator: "/").last.map(String.init) ?? ""),
                kind: kind?.rawValue)
        } catch {
            return .missing(reason: error.text)
        }
    }
}
