/// Bounds of numbers that requests bring. Within them, sums and products of a few such numbers fit into 64 bits.
enum OutsideNumber {
    /// 2^53 - 1, the largest integer of canonical JSON.
    static let largest = 1 << 53 - 1
    /// No list of this server has as many entries.
    static let largestOffset = 1 << 31
}
