extension Array {
    /// Splits the elements in order into batches of a size; the last batch may be smaller.
    func batches(of size: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
    }
}
