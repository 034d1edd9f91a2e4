import Foundation
import TestSupport

/// A disk that turns read-only while a program runs, also for files that are open: by a library that is loaded into the program,
/// since the system changes no mount as long as something is written on it.
struct FailingDisk {
    private let lever: String
    private let place: String

    init(of person: Person) {
        lever = person.sandbox.path + "/read-only"
        place = person.sandbox.path + "/data/"
    }

    /// Starts a program on this disk.
    var wrapper: [String] {
        [
            "/usr/bin/env", "LD_PRELOAD=\(ProgramLocation.beside("libTestDisk.so"))", "TEST_DISK_SWITCH=\(lever)",
            "TEST_DISK_PLACE=\(place)",
        ]
    }

    /// Starts a program on a disk that syncs no directory, takes the half of each write, and is interrupted before each.
    static var oddWrapper: [String] {
        [
            "/usr/bin/env", "LD_PRELOAD=\(ProgramLocation.beside("libTestDisk.so"))", "TEST_DISK_IS_ODD=1",
        ]
    }

    func fail() throws {
        try Data().write(to: URL(filePath: lever))
    }

    func recover() throws {
        try FileManager.default.removeItem(atPath: lever)
    }
}
