import Glibc

/// Random numbers that come again with the same seed, which a test prints when it fails.
struct SeededRandom: RandomNumberGenerator {
    /// `CONFAB_TEST_SEED`, else another with each run.
    let seed: UInt64
    private var state: UInt64

    init() {
        let given = getenv("CONFAB_TEST_SEED").flatMap { UInt64(String(cString: $0)) }
        seed = given ?? UInt64.random(in: 0...UInt64.max)
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
