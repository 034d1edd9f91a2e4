import MatrixAPI
import MatrixClient

extension AttachedFile {
    /// Whether an answer may be the file. A network that wants a login first answers everything with a page of its own, which is no file of
    /// anybody's; what a sender says of the size may be wrong, so that by itself it counts for a page alone.
    func mayBe(_ answer: MediaPart) -> Bool {
        guard answer.isPage else { return true }
        if let size, size == answer.total { return true }
        let (type, name) = (type?.lowercased() ?? "", name.lowercased())
        return MediaPart.pageTypes.contains { type.hasPrefix($0) }
            || [".html", ".htm", ".xhtml"].contains { name.hasSuffix($0) }
    }
}
