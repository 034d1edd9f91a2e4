/// Caches a value for each key, together with the whole input that it was built from. It is built again if, and only
/// if, the input differs.
struct BuiltValueCache<Key: Hashable, Input: Equatable, Value> {
    private var entries: [Key: (input: Input, value: Value)] = [:]
    /// The number of built values; for tests, which count instead of measuring time.
    private(set) var madeCount = 0

    var count: Int { entries.count }

    /// Returns the cached value if it was built from an equal input.
    ///
    /// - Parameter build: builds the value from nothing but the input and what never changes, such as the queue.
    mutating func value(of input: Input, at key: Key, build: (Input) -> Value) -> Value {
        if let entry = entries[key], entry.input == input { return entry.value }
        let value = build(input)
        madeCount += 1
        entries[key] = (input, value)
        return value
    }

    mutating func removeAll() { entries = [:] }

    /// Drops the values of all other keys.
    mutating func removeAll(except keys: Set<Key>) {
        entries = entries.filter { keys.contains($0.key) }
    }
}
