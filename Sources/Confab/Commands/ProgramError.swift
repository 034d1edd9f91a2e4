import Engine
import Glibc
import MatrixAPI
import MatrixClient
import MatrixServer
import Messenger
import Storage
import Terminal
import ViewModels

/// An error that ends a command. Its message is one line that says what happened and what to do.
enum ProgramError: Error, Reason {
    case noProfile(name: String, known: [String])
    case noProfileYet
    case profileInUse(name: String, processID: Int32?)
    case profileUnreadable(name: String, reason: String)
    case nothingToLogOut(name: String)
    /// The access token is in the keyring, which does not return it.
    case keyringSilent(name: String)
    /// The key that encrypts the device keys is in the keyring, which does not return it, or it can't be read.
    case sealingKeySilent(name: String)
    case directory(path: String, reason: String)
    /// A file that was to be created exists already.
    case fileExists(path: String)
    case file(path: String, reason: String)
    case keyFile(RoomKeyFileError)
    case identity(IdentityError)
    case recovery(RecoveryError)
    case join(RoomAddress, JoinError)
    case chat(UnusableChatReason)
    case script(ScriptFailureReason)
    case input(InputError)
    case settings(InvalidSettingReason)
    /// The user's own editor failed.
    case editor(reason: String)
    /// The shared server, which runs as a process of its own, did not start.
    case serverNotStarted(reason: String)
    case serverNotEnded(processID: Int32)
    case terminal(TerminalError)
    case storage(StorageError)
    case server(ServerError)
    case client(MatrixClientError)
    case login(LoginError)

    var message: String {
        switch self {
        case .noProfile(let name, let known):
            known.isEmpty
                ? .words("commands.no-such-profile", ["name": name])
                : .words("commands.no-such-profile-but", ["name": name, "known": known.joined(separator: ", ")])
        case .noProfileYet: .words("commands.no-profile-yet")
        case .profileInUse(let name, getpid()): .words("accounts.is-open-here", ["name": name])
        case .profileInUse(let name, let processID):
            processID.map { String.words("commands.profile-in-use-by", ["name": name, "process": String($0)]) }
                ?? .words("commands.profile-in-use", ["name": name])
        case .profileUnreadable(let name, let reason):
            .words("commands.profile-cant-be-read", ["name": name, "reason": reason])
        case .nothingToLogOut(let name):
            .words("commands.profile-is-local", ["name": name])
        case .keyringSilent(let name):
            .words("commands.keyring-is-silent", ["name": name])
        case .sealingKeySilent(let name):
            .words("commands.sealing-key-is-silent", ["name": name])
        case .directory(let path, let reason):
            .words("commands.unusable-directory", ["path": path, "reason": reason])
        case .fileExists(let path): .words("commands.file-exists", ["file": path])
        case .file(let path, let reason): .words("commands.unusable-file", ["file": path, "reason": reason])
        case .keyFile(let problem): problem.message
        case .identity(let problem): problem.message
        case .recovery(let problem): problem.message
        case .join(let address, .takesKnocks): .words("commands.takes-knocks", ["chat": address.name])
        case .join(let address, let refusal): refusal.text(address)
        case .chat(let problem): problem.message
        case .script(let problem): problem.message
        case .input(let problem): problem.message
        case .settings(let problem): problem.message
        case .editor(let reason): .words("commands.draft-is-kept", ["reason": reason])
        case .serverNotStarted(let reason): .words("share.not-started", ["reason": reason])
        case .serverNotEnded(let processID): .words("share.not-ended", ["process": String(processID)])
        case .terminal(let error): error.message
        case .storage(let error): error.message
        case .server(let error): error.message
        case .client(let error): error.message
        case .login(let problem): problem.message
        }
    }

    /// The exit code as listed in confab(1).
    var exitCode: Int32 {
        switch self {
        case .login(.client(let error)), .identity(.client(let error)), .recovery(.client(let error)):
            ProgramError.client(error).exitCode
        case .join(_, .other(.server(let error))): ProgramError.client(error).exitCode
        case .join(_, .needsInvitation), .join(_, .takesKnocks): 77
        case .chat(let problem): problem.exitCode
        case .script(let problem): problem.exitCode
        case .recovery(.malformed), .recovery(.wrongKey): 77
        case .login(.addressNeeded), .login(.unusableServer): 69
        case .login(.deactivated), .login(.tokenRefused): 77
        case .login(.noServer), .login(.notOffered): 2
        case .client(.unreachable), .client(.notMatrix), .client(.brokenAnswer): 69
        case .client(.matrix(let error, _, _)) where ["M_FORBIDDEN", "M_UNKNOWN_TOKEN"].contains(error.code.rawValue):
            77
        case .client(.wrongPassword), .client(.loggedOut): 77
        case .input: 2
        default: 1
        }
    }
}

extension TerminalError {
    /// The message in a single line. Values from the environment are sanitized, so that they can't
    /// control the terminal.
    var message: String {
        switch self {
        case .noTerminal(.input): .words("terminal.no-input")
        case .noTerminal(.output): .words("terminal.no-output")
        case .typeMissing: .words("terminal.type-missing")
        case .typeUnknown(let type): .words("terminal.type-unknown", ["type": Self.printable(type)])
        case .typeUnable(let type): .words("terminal.type-unable", ["type": Self.printable(type)])
        case .noTypes: .words("terminal.no-types")
        case .failed(let reason): .words("terminal.failed", ["reason": Self.printable(reason)])
        }
    }

    private static func printable(_ text: String) -> String {
        String(text.filter { $0.isASCII && !$0.isNewline && ($0.asciiValue ?? 0) >= 0x20 && $0 != "\u{7F}" }.prefix(60))
    }
}

extension ServerError {
    /// A line that says what happened and what to do.
    var message: String {
        switch self {
        case .invalidServerName(let name): .words("own-server.bad-name", ["name": name])
        case .differentServerName(let stored, let asked):
            .words("own-server.other-name", ["stored": stored, "asked": asked])
        case .dataDirectoryUnusable(let path, let reason):
            .words("own-server.unusable-directory", ["path": path, "reason": reason])
        case .dataInUse(let path): .words("own-server.data-in-use", ["path": path])
        case .databaseNewer(let path): .words("own-server.newer-database", ["path": path])
        case .databaseUnusable(let path, let reason):
            .words("own-server.unusable-database", ["path": path, "reason": reason])
        case .addressInUse(let address): .words("own-server.address-in-use", ["address": address])
        case .addressUnusable(let address, let reason):
            .words("own-server.unusable-address", ["address": address, "reason": reason])
        case .socketInUse(let path): .words("own-server.socket-in-use", ["path": path])
        case .socketUnusable(let path, let reason):
            .words("own-server.unusable-socket", ["path": path, "reason": reason])
        case .invalidLocalpart(let localpart): .words("own-server.bad-localpart", ["localpart": localpart])
        case .accountHasPassword(let user): .words("own-server.has-password", ["user": user])
        case .alreadyStarted: .words("own-server.started-before")
        }
    }
}
