import Foundation

/// The user's home directory, for which `~` stands.
package enum PersonalHome {
    /// Returns `HOME`, or the system's entry for the user if `HOME` is empty or not an absolute path.
    package static func path(in environment: [String: String]) -> String {
        if let home = environment["HOME"], home.hasPrefix("/") { return home }
        let home = getpwuid(getuid())?.pointee.pw_dir.map { String(cString: $0) }
        return home.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/"
    }
}
