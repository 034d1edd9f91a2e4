/// Compares untrusted bytes with a secret in constant time, so that the duration doesn't reveal the first difference.
enum ConstantTime {
    static func areEqual(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
