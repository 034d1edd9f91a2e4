/// Bounds of numbers in requests. Within them, sums and products of a few such numbers fit into 64 bits.
enum OutsideNumber {
    /// 2^53 - 1, the largest integer of canonical JSON.
    static let largest = 1 << 53 - 1
    /// The largest offset in a list. No list of this server has as many entries.
    static let largestOffset = 1 << 31
}
