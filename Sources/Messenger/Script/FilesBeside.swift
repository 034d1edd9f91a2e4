/// The directory beside an export in which the files of its messages lie, by names that lead nowhere else.
package struct FilesBeside {
    /// From where the export lies.
    package static let name = "media"

    private let directory: String
    private var count = 0

    /// - Parameter directory: one that is there.
    package init(directory: String) {
        self.directory = directory
    }

    /// Puts a copy of a file there.
    ///
    /// - Parameters:
    ///   - path: of the one that is kept.
    ///   - message: which brings it.
    package mutating func save(_ path: String, of message: ExportedMessage) -> SavedFile {
        let kind = ShownKind(rawValue: path.split(separator: ".").last.map(String.init) ?? "")
        count += 1
        let safe = SafeFileName(message.file?.name ?? "", kind: kind).text
        // A number before it keeps the order, and tells those of one name apart.
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
