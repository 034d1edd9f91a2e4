import Foundation
import TestSupport

/// Confab under callgrind. The environment's `CONFAB_PROFILES` may name a directory, in which the counts of each
/// function are kept for `callgrind_annotate`.
struct CountedProgram {
    private static let tools = ["/usr/bin/valgrind", "/usr/bin/callgrind_control", "/usr/bin/objcopy"]

    /// The programs that are missing here; without them nothing can be counted.
    static var missing: [String] { tools.filter { !FileManager.default.isExecutableFile(atPath: $0) } }

    /// The name of the program's copy.
    private static let name = "/program"

    let screen: ScreenDriver
    /// The directory of the program and its files, which is removed with its last owner.
    private let home: Sandbox
    /// The path at whose end callgrind writes the number of a count.
    private let counts: String

    /// - Parameters:
    ///   - countsStart: whether the start of the program is counted, for ``countSoFar()``.
    ///   - countsAddresses: whether each address is counted on its own, for ``addresses(ofDump:_:)``.
    init(home: Sandbox, countsStart: Bool = false, countsAddresses: Bool = false) throws {
        self.home = home
        let program = home.path + Self.name
        let directory = ProcessInfo.processInfo.environment["CONFAB_PROFILES"] ?? home.path
        counts = directory + "/counts-\(UUID().uuidString)"
        // valgrind can't read the debug information of a program with Swift in it.
        try Self.run("/usr/bin/objcopy", ["--strip-debug", ProgramLocation.confab, program])
        screen = try ScreenDriver(
            "/usr/bin/valgrind",
            arguments: [
                "--tool=callgrind", "--quiet", "--instr-atstart=" + (countsStart ? "yes" : "no"),
                "--callgrind-out-file=" + counts,
            ] + (countsAddresses ? Self.addressOptions : []) + [program], environment: home.environment)
    }

    /// Each line of a dump has a whole address then, without a reference to the line before.
    private static let addressOptions = [
        "--dump-instr=yes", "--dump-line=no", "--compress-pos=no", "--compress-strings=no",
    ]

    /// How often an action is counted.
    static let turns = 3

    /// Returns the number of CPU instructions that the program executes while the body runs: the least of several
    /// turns, since work in the background, such as making keys, may fall into one of them. Call it only once, as it
    /// reads callgrind's dumps by their numbers.
    func least(_ body: (_ turn: Int) async throws -> Void) async throws -> Int {
        defer { withExtendedLifetime(home) {} }
        var counts: [Int] = []
        try control(["--instr=on"])
        for turn in 1...Self.turns {
            try control(["--zero"])
            try await body(turn)
            try control(["--dump"])
            counts.append(try total(ofDump: turn))
        }
        return counts.min() ?? 0
    }

    /// Returns the number of CPU instructions since the start of the program. Call it only once.
    func countSoFar() throws -> Int {
        defer { withExtendedLifetime(home) {} }
        try control(["--dump"])
        return try total(ofDump: 1)
    }

    /// Returns the addresses of the program's own instructions that are executed while the body runs, as `0x1f94b`.
    ///
    /// - Parameter number: the number of this call, from 1: callgrind numbers its dumps.
    func addresses(ofDump number: Int, _ body: () async throws -> Void) async throws -> Set<Substring> {
        defer { withExtendedLifetime(home) {} }
        if number == 1 { try control(["--instr=on"]) }
        try control(["--zero"])
        try await body()
        try control(["--dump"])
        return Self.addresses(in: try String(contentsOfFile: "\(counts).\(number)", encoding: .utf8))
    }

    /// Returns the addresses in a dump that belong to the program, and not to a library. They don't depend on where
    /// the program was loaded.
    static func addresses(in dump: String) -> Set<Substring> {
        var addresses: Set<Substring> = []
        var isOwn = false
        for line in dump.split(separator: "\n") {
            if line.hasPrefix("ob=") {
                isOwn = line.hasSuffix(Self.name)
            } else if isOwn, line.hasPrefix("0x") {
                addresses.insert(line.prefix { $0 != " " })
            }
        }
        return addresses
    }

    private func total(ofDump number: Int) throws -> Int {
        let text = try String(contentsOfFile: "\(counts).\(number)", encoding: .utf8)
        for line in text.split(separator: "\n") where line.hasPrefix("totals:") || line.hasPrefix("summary:") {
            if let count = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) { return count }
        }
        throw BenchError.toolFailed("callgrind")
    }

    private func control(_ arguments: [String]) throws {
        try Self.run("/usr/bin/callgrind_control", arguments + ["\(screen.processIdentifier)"])
    }

    private static func run(_ program: String, _ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw BenchError.toolFailed(program) }
    }
}
