import MatrixAPI
import MatrixClient
import MatrixServer
import Storage
import Terminal

/// What ends a command, in one line that says what happened and what to do.
enum ProgramError: Error {
    case noProfile(name: String, known: [String])
    case noProfileYet
    case profileInUse(name: String, processID: Int32?)
    case profileUnreadable(name: String, reason: String)
    case nothingToLogOut(name: String)
    /// The login is in the keyring, which does not give it.
    case keyringSilent(name: String)
    case directory(path: String, reason: String)
    case input(String)
    case settings(SettingsProblem)
    /// The person's own editor did not do its work.
    case editor(reason: String)
    case terminal(TerminalError)
    case storage(StorageError)
    case server(ServerError)
    case client(MatrixClientError)
    case login(LoginProblem)

    var message: String {
        switch self {
        case .noProfile(let name, let known):
            known.isEmpty
                ? "There is no profile “\(name)”. Start confab without --profile to make the first one."
                : "There is no profile “\(name)”. There is: \(known.joined(separator: ", "))."
        case .noProfileYet: "There is no profile yet: start confab to make the first one."
        case .profileInUse(let name, let processID):
            "Another Confab\(processID.map { " (process \($0))" } ?? "") has the profile “\(name)” open. "
                + "Use that one, or choose another profile with --profile."
        case .profileUnreadable(let name, let reason):
            "The profile “\(name)” can't be read: \(reason). Restore it, or choose another with --profile."
        case .nothingToLogOut(let name):
            "The profile “\(name)” lives on this machine alone, so that there is no server to log out of."
        case .keyringSilent(let name):
            "The login of “\(name)” is in the keyring, which is locked or does not answer: unlock it, then try again."
        case .directory(let path, let reason):
            "Confab can't use the directory \(path): \(reason). Make it yours, or set another by the XDG variables."
        case .input(let message): message
        case .settings(let problem): problem.message
        case .editor(let reason): "The draft is as it was: \(reason)"
        case .terminal(let error): error.message
        case .storage(let error): error.message
        case .server(let error): error.message
        case .client(let error): error.message
        case .login(let problem): problem.message
        }
    }

    /// As confab(1) lists them.
    var exitCode: Int32 {
        switch self {
        case .login(.client(let error)): ProgramError.client(error).exitCode
        case .login(.addressNeeded), .login(.unusableServer): 69
        case .login(.deactivated), .login(.tokenRefused): 77
        case .login(.noServer), .login(.notOffered): 2
        case .client(.unreachable), .client(.notMatrix): 69
        case .client(.matrix(let error, _, _)) where ["M_FORBIDDEN", "M_UNKNOWN_TOKEN"].contains(error.code.rawValue):
            77
        case .client(.wrongPassword), .client(.loggedOut): 77
        case .input: 2
        default: 1
        }
    }
}
