import Glibc
import MatrixClient
import Pictures
import ViewModels

/// Why a picture is not drawn.
enum PictureFailure: Error, Hashable, Sendable {
    case media(MediaProblem)
    case picture(PictureProblem)
    /// It is fetched where somebody asks for it, and not by itself.
    case large

    /// Whether it may be otherwise in a while, without anybody doing anything.
    var passes: Bool {
        switch self {
        case .media(.server(let error)): error.isTransient || error == .cancelled
        case .media(.busy), .picture(.cancelled): true
        case .media, .picture, .large: false
        }
    }

    /// Empty where nobody has to know: who opens a picture is told what the server says of it.
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
