import MatrixServer
import ViewModels

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
