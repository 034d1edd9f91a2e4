import Conversations
import MatrixAPI

/// What a server is told of a file in clear beside its bytes, as the line's own content has it.
struct UploadDetails {
    let type: String
    let name: String?

    init(_ line: OutboxLine) {
        let content = try? JSONValue(parsing: line.content)
        type = content?["info"]?["mimetype"]?.string ?? MIMEType.unknown
        name = content?["filename"]?.string
    }
}
