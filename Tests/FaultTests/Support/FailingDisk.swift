import Foundation
import TestSupport

/// A disk that becomes read-only while a program runs, even for open files. A library that is preloaded into the
/// program does this, because the system can't remount a file system that is being written.
struct FailingDisk {
    private let lever: String
    private let place: String

    init(of person: Person) {
        lever = person.sandbox.path + "/read-only"
        place = person.sandbox.path + "/data/"
    }

    /// The wrapper that starts a program on this disk.
    var wrapper: [String] {
        Self.preloading + ["TEST_DISK_SWITCH=\(lever)", "TEST_DISK_PLACE=\(place)"]
    }

    /// The wrapper for a disk whose events are noted in a file.
    ///
    /// - Parameter isOdd: whether the disk syncs no directory, takes half of what is written, and interrupts each
    ///   write and each sync of a file once.
    static func wrapper(isOdd: Bool = false, notes: String) -> [String] {
        preloading + ["TEST_DISK_NOTES=\(notes)"] + (isOdd ? ["TEST_DISK_IS_ODD=1"] : [])
    }

    private static var preloading: [String] {
        ["/usr/bin/env", "LD_PRELOAD=\(ProgramLocation.beside("libTestDisk.so"))"]
    }

    func fail() throws {
        try Data().write(to: URL(filePath: lever))
    }

    func recover() throws {
        try FileManager.default.removeItem(atPath: lever)
    }
}
