/// Why there are no figures.
enum BenchError: Error, CustomStringConvertible {
    case noProgram(path: String)
    case noProfile(path: String)
    case noAnswer(screen: String)

    var description: String {
        switch self {
        case .noProgram(let path): "There is no program at \(path): swift build -c release --product confab makes it."
        case .noProfile(let path): "confab login made no profile in \(path): see what it says when run by hand."
        case .noAnswer(let screen): "A key was not answered; the screen:\n\(screen)"
        }
    }
}
