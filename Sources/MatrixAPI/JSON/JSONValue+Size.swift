extension JSONValue {
    /// Whether all names, texts and scalars together take no more than `limit` bytes; stops counting beyond it.
    func isNotLarger(than limit: Int) -> Bool {
        var remaining = limit
        return takeSize(from: &remaining)
    }

    private func takeSize(from remaining: inout Int) -> Bool {
        switch self {
        case .string(let text):
            remaining -= text.utf8.count + 2
        case .array(let elements):
            for element in elements {
                guard element.takeSize(from: &remaining) else { return false }
            }
        case .object(let members):
            for (name, value) in members {
                remaining -= name.utf8.count + 3
                guard value.takeSize(from: &remaining) else { return false }
            }
        case .null, .bool, .integer, .double:
            remaining -= 4
        }
        return remaining >= 0
    }
}
