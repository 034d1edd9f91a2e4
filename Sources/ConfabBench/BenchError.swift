/// The reason for which there are no figures.
enum BenchError: Error, CustomStringConvertible {
    case noProgram(path: String)
    case noProfile(path: String)
    case noAnswer(screen: String)
    case keptProfile(path: String, reason: String)
    case refused(request: String, status: Int)
    case incomplete(request: String)
    case connectionEnded(request: String)
    case notHeard(line: String, listeners: Int)
    case noStream(answer: String)
    case busy(path: String)
    case toolFailed(String)
    case nothingFound
    case outOfBounds([String])

    var description: String {
        switch self {
        case .noProgram(let path):
            "There is no program at \(path): swift build -c release --product confab makes it, --program names another."
        case .noProfile(let path): "confab login made no profile in \(path): see what it says when run by hand."
        case .noAnswer(let screen): "A key was not answered; the screen:\n\(screen)"
        case .keptProfile(let path, let reason): "The profile kept in \(path) can't be used: \(reason). Remove it."
        case .refused(let request, let status): "\(request) was answered with \(status): see the server's log."
        case .incomplete(let request): "\(request) was answered with less than there is: see the server's log."
        case .connectionEnded(let request): "The connection ended before \(request) was answered: see the server's log."
        case .notHeard(let line, let listeners): "\(line) did not get to \(listeners) listeners within a minute."
        case .noStream(let answer): "The server opened no stream, it said: \(answer)"
        case .busy(let path): "The log of \(path) could not be emptied within 20 s: the server keeps copying it."
        case .toolFailed(let name): "\(name) failed: run it by hand to see why."
        case .nothingFound: "A search found nothing of what is there: see SearchTests."
        case .outOfBounds(let names): "More than this program ever needed: \(names.joined(separator: ", "))."
        }
    }
}
