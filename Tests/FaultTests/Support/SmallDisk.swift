import Foundation
import Glibc
import TestSupport

/// A disk of a few megabytes in memory that only one program sees, with a copy of all its user's data.
struct SmallDisk {
    static let canBeMade = ReadOnlyDisk.runs("mount -t tmpfs -o size=1m tmpfs /mnt")

    private static let bytes = 24 << 20

    /// Returns the wrapper that starts a program on such a disk.
    static func wrapper(for person: Person) -> [String] {
        let (data, disk) = (person.sandbox.path + "/data", person.sandbox.path + "/cache")
        let mount =
            "mount -t tmpfs -o mode=700,size=\(bytes) tmpfs \(disk) && cp -a \(data)/. \(disk)/ "
            + "&& mount --bind \(disk) \(data) && exec \"$0\""
        return ["/usr/bin/unshare", "-rm", "/bin/sh", "-c", mount]
    }

    private let filler: String

    /// - Parameter person: The person whose program was started with ``wrapper(for:)``.
    init(of person: Person) throws {
        filler = "/proc/\(try person.screen.processIdentifier)/root\(person.sandbox.path)/data/filler"
    }

    /// Uses every byte that is free.
    func fill() throws {
        let file = open(filler, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure() }
        defer { close(file) }
        for size in [1 << 16, 1] {
            let bytes = [UInt8](repeating: 0, count: size)
            while write(file, bytes, size) > 0 {}
            guard errno == ENOSPC else { throw failure() }
        }
    }

    /// Frees the space again.
    func empty() throws {
        guard unlink(filler) == 0 else { throw failure() }
    }

    private func failure() -> ScreenFailure { .notSeen(filler, screen: String(cString: strerror(errno))) }
}
