import Glibc
import MatrixClient
import Pictures
import ViewModels

/// The reason why a picture is not drawn.
enum PictureFailure: Error, Hashable, Sendable {
    case media(MediaProblem)
    case picture(PictureProblem)
    /// The picture is too large to be fetched automatically. It is fetched on request.
    case large

    /// Whether a later retry may succeed without any change by the user.
    var passes: Bool {
        switch self {
        case .media(.server(let error)): error.isTransient || error == .cancelled
        case .media(.busy), .picture(.cancelled): true
        case .media, .picture, .large: false
        }
    }

    /// The error message. It is empty for errors that only matter when the user opens the picture, which then shows
    /// the server's message.
    var text: DisplayText {
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
