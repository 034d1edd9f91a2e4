import Glibc

/// What chance in tests begins with: another seed with each run, or the one that `CONFAB_SEED` gives, to have a run again.
package enum Seeds {
    /// One seed, which is printed with the test's name.
    package static func ofThisRun(_ test: String = #function) -> UInt64 {
        let seed = given ?? UInt64.random(in: 0...UInt64.max)
        print("\(test): CONFAB_SEED=\(seed)")
        return seed
    }

    /// The arguments of a test that has a case a seed, by which the case is named.
    ///
    /// - Parameters:
    ///   - count: how many are of this run alone.
    ///   - kept: what is tried with each run.
    package static func ofThisRun(_ count: Int, beside kept: [UInt64] = []) -> [UInt64] {
        if let given { return [given] }
        return kept + (0..<count).map { _ in UInt64.random(in: 0...UInt64.max) }
    }

    private static let given = getenv("CONFAB_SEED").flatMap { UInt64(String(cString: $0)) }
}
