import Glibc
import Messenger

/// Gets hold of a profile, also where one without a screen has it that makes room.
struct ProfileClaim {
    private let wish: ScriptRequest.Wish
    private let name: String
    private let directory: ProfileDirectory
    /// Milliseconds for who makes room, and for who has it and hears nobody yet.
    private let patience: (forRoom: Int64, forHearing: Int64)

    /// - Parameter isAtStart: `false` where a screen is shown, which must not stand still.
    init(
        _ wish: ScriptRequest.Wish, on name: String, in directory: ProfileDirectory, isAtStart: Bool = true
    ) {
        (self.wish, self.name, self.directory) = (wish, name, directory)
        patience = isAtStart ? (10_000, 1_000) : (1_000, 0)
    }

    /// - Parameter take: throws ``ProgramError/profileInUse(name:processID:)`` where another process has it.
    func hold<Held>(_ take: () throws -> Held) throws -> Held {
        let start = ScriptConnection.now
        let place = ScriptPlace(profileName: name, directory: directory.path(name))
        // Whoever made room takes no step towards the profile before this is closed.
        var holder: ScriptConnection?
        defer { withExtendedLifetime(holder) {} }
        while true {
            do {
                return try take()
            } catch ProgramError.profileInUse(let inUse, let process) {
                let inUse = ProgramError.profileInUse(name: inUse, processID: process)
                // Who waits for an answer gives none.
                guard process != getpid() else { throw inUse }
                holder = try place.connect()
                let deadline = start + patience.forRoom
                if let holder {
                    let request = ScriptRequest(wish, directory: directory.path(name))
                    guard ScriptConnection.now < deadline,
                        case .done? = try? holder.answer(to: request, until: deadline)
                    else { throw inUse }
                } else {
                    guard ScriptConnection.now < start + patience.forHearing else { throw inUse }
                    usleep(10_000)
                }
            }
        }
    }
}
