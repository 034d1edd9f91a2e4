import Foundation

/// Where a person's own files are, which `~` stands for.
package enum PersonalHome {
    /// `HOME`, or what the system knows of the person where that is empty or no path from the root.
    package static func path(in environment: [String: String]) -> String {
        if let home = environment["HOME"], home.hasPrefix("/") { return home }
        let home = getpwuid(getuid())?.pointee.pw_dir.map { String(cString: $0) }
        return home.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/"
    }
}
