import MatrixAPI
import MatrixClient

extension AttachedFile {
    /// Whether the response may be the file. A captive portal answers every request with its own HTML page. The
    /// stated size is only compared for such a page, since senders may state a wrong size.
    func mayBe(_ answer: MediaPart) -> Bool {
        guard answer.isPage else { return true }
        if let size, size == answer.total { return true }
        let (type, name) = (type?.lowercased() ?? "", name.lowercased())
        return MediaPart.pageTypes.contains { type.hasPrefix($0) }
            || [".html", ".htm", ".xhtml"].contains { name.hasSuffix($0) }
    }
}
