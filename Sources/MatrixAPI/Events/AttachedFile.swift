/// The file that a message brings (client-server API, "m.image", "m.file", "Sending encrypted attachments"). All of it is what the
/// sender says.
package struct AttachedFile: Hashable, Sendable {
    package let address: MediaAddress
    /// The member `file` where the server has the file encrypted; what to decrypt it by stands in it.
    package let encryption: JSONValue?
    /// May be empty and may hold anything: no path.
    package let name: String
    /// In bytes, where it is said.
    package let size: Int64?
    /// As in `image/png`, where it is said.
    package let type: String?

    /// - Parameter content: of an `m.room.message` or `m.sticker`.
    /// - Returns: `nil` where it names no file that could be fetched.
    package init?(content: JSONValue) {
        let file = content["file"]
        guard let address = (file ?? content)["url"]?.string.flatMap({ MediaAddress($0) }) else { return nil }
        self.address = address
        encryption = file
        name = content["filename"]?.string ?? content["body"]?.string ?? ""
        // Some say 0 where they don't know it.
        size = content["info"]?["size"]?.wholeNumber.flatMap { $0 > 0 ? $0 : nil }
        type = content["info"]?["mimetype"]?.string
    }
}
