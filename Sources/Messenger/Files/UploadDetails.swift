import Conversations
import MatrixAPI

/// The media type and name that are sent with an unencrypted file, taken from the line's content.
struct UploadDetails {
    let type: String
    let name: String?

    init(_ line: OutboxLine) {
        let content = try? JSONValue(parsing: line.content)
        type = content?["info"]?["mimetype"]?.string ?? MIMEType.unknown
        name = content?["filename"]?.string
    }
}
