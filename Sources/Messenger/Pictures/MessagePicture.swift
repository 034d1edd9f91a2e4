import Conversations
import MatrixAPI
import ViewModels

/// The picture that a message brings, as its sender tells of it (client-server API, "m.image", "m.sticker").
struct MessagePicture: Hashable, Sendable {
    let file: AttachedFile
    /// A smaller one that the sender made, encrypted as the picture is.
    let sealedThumbnail: AttachedFile?
    let shape: PictureShape?

    /// - Returns: `nil` where it brings none that could be fetched.
    init?(_ message: Message) {
        guard [.picture, .sticker].contains(message.kind), !message.isRemoved, !message.isEdited,
            let content = (try? JSONValue(parsing: message.source))?["content"]
        else { return nil }
        self.init(content: content)
    }

    init?(content: JSONValue) {
        guard let file = AttachedFile(content: content) else { return nil }
        self.file = file
        let info = content["info"]
        sealedThumbnail = info?["thumbnail_file"].flatMap { thumbnail in
            guard file.encryption != nil else { return nil }
            var info: JSONValue = .emptyObject
            if let size = content["info"]?["thumbnail_info"]?["size"] { info["size"] = size }
            return AttachedFile(content: ["file": thumbnail, "info": info])
        }
        shape = info?["w"]?.wholeNumber.flatMap { width in
            info?["h"]?.wholeNumber.flatMap { height in
                PictureShape(width: Int(clamping: width), height: Int(clamping: height))
            }
        }
    }
}
