import Conversations
import MatrixAPI
import ViewModels

/// The picture of a message, as its sender describes it (client-server API, "m.image", "m.sticker").
struct MessagePicture: Hashable, Sendable {
    let file: AttachedFile
    /// The sender's thumbnail, encrypted like the picture.
    let sealedThumbnail: AttachedFile?
    let shape: PictureShape?

    /// - Returns: `nil` if the message has no picture that could be fetched.
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
