/// The file of a message (client-server API, "m.image", "m.file", "Sending encrypted attachments"). All of it is
/// unverified data from the sender.
package struct AttachedFile: Hashable, Sendable {
    package let address: MediaAddress
    /// The member `file` if the file on the server is encrypted; it contains the data for decryption.
    package let encryption: JSONValue?
    /// The name. It may be empty and may contain anything, so it must not be used as a path.
    package let name: String
    /// The size in bytes, if it is given.
    package let size: Int64?
    /// The type as in `image/png`, if it is given.
    package let type: String?

    /// - Parameter content: The content of an `m.room.message` or `m.sticker`.
    /// - Returns: `nil` if it names no file that could be fetched.
    package init?(content: JSONValue) {
        let file = content["file"]
        guard let address = (file ?? content)["url"]?.string.flatMap({ MediaAddress($0) }) else { return nil }
        self.address = address
        encryption = file
        name = content["filename"]?.string ?? content["body"]?.string ?? ""
        // Some clients send 0 if they don't know it.
        size = content["info"]?["size"]?.wholeNumber.flatMap { $0 > 0 ? $0 : nil }
        type = content["info"]?["mimetype"]?.string
    }
}
