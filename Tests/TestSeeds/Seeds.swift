import Glibc

/// The seeds of random tests: a new one each run, or the one in `CONFAB_SEED`, which repeats a run.
package enum Seeds {
    /// Returns a seed, and prints it with the test's name.
    package static func ofThisRun(_ test: String = #function) -> UInt64 {
        let seed = given ?? UInt64.random(in: 0...UInt64.max)
        print("\(test): CONFAB_SEED=\(seed)")
        return seed
    }

    /// Returns the arguments of a test with a case for each seed. The seed names the case.
    ///
    /// - Parameters:
    ///   - count: The number of new seeds in each run.
    ///   - kept: The fixed seeds, which are tested in each run.
    package static func ofThisRun(_ count: Int, beside kept: [UInt64] = []) -> [UInt64] {
        if let given { return [given] }
        return kept + (0..<count).map { _ in UInt64.random(in: 0...UInt64.max) }
    }

    private static let given = getenv("CONFAB_SEED").flatMap { UInt64(String(cString: $0)) }
}
