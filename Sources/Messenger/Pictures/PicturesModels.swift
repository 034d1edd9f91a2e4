package import Conversations
package import Engine
import Glibc
import MatrixAPI
import MatrixClient
package import Pictures
package import ViewModels

/// The picture of a message, as its sender describes it (client-server API, "m.image", "m.sticker").
package struct MessagePicture: Hashable, Sendable {
    let file: AttachedFile
    /// The sender's thumbnail, encrypted like the picture.
    let sealedThumbnail: AttachedFile?
    package let shape: PictureShape?

    /// - Returns: `nil` if the message has no picture that could be fetched.
    package init?(_ message: Message) {
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

/// The renderer for pictures in this terminal.
package struct PictureRenderer: Sendable {
    let process: PictureProcess
    /// The terminal's current graphics capabilities; `nil` if it can't show pictures.
    package let means: @MainActor () -> PictureSupport?

    package init(process: PictureProcess, means: @escaping @MainActor () -> PictureSupport?) {
        self.process = process
        self.means = means
    }
}

/// A request to draw a picture.
package struct PictureDrawingRequest: Hashable, Sendable {
    /// The event ID of the message with the picture.
    package let eventID: String
    package let picture: MessagePicture
    package let room: CellSize

    package init(eventID: String, picture: MessagePicture, room: CellSize) {
        self.eventID = eventID
        self.picture = picture
        self.room = room
    }
}

/// The state of the picture of a message.
package enum PictureState: Hashable, Sendable {
    /// - Parameter shape: the measured shape.
    case drawn(DrawnPicture, shape: PictureShape, PictureSupport)
    /// - Parameter at: the time of the failure, by ``SessionEnvironment/clock``.
    case failed(PictureError, at: Int64)
}

/// The reason why a picture is not drawn.
package enum PictureError: Error, Hashable, Sendable {
    case media(MediaError)
    case picture(PictureDecodingError)
    /// The picture is too large to be fetched automatically. It is fetched on request.
    case large

    /// Whether a later retry may succeed without any change by the user.
    package var passes: Bool {
        switch self {
        case .media(.server(let error)): error.isTransient || error == .cancelled
        case .media(.busy), .picture(.cancelled): true
        case .media, .picture, .large: false
        }
    }

    /// The error message. It is empty for errors that only matter when the user opens the picture, which then shows
    /// the server's message.
    package var text: DisplayText {
        switch self {
        case .media(.server), .media(.busy): .empty
        case .media(let problem): DisplayText(sanitizing: problem.text)
        case .large: .words("picture.large")
        case .picture(let problem):
            switch problem {
            case .missing(let library): .words("picture.needs", ["package": library.packageName])
            case .otherKind: .words("picture.other-kind")
            case .tooManyPixels, .tooManyBytes: .words("picture.too-large")
            case .broken: .words("picture.broken")
            case .memory: .words("picture.memory")
            case .time: .words("picture.time")
            case .crashed: .words("picture.crashed")
            case .system(let code): .words("picture.not-drawn", ["reason": String(cString: strerror(code))])
            case .cancelled: .empty
            }
        }
    }
}
