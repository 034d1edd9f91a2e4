/// The requested bytes of a file (RFC 9110, section 14.2).
enum RangeRequest: Hashable, Sendable {
    /// The whole file. An invalid header and one with several ranges get it too, as the RFC permits.
    case whole
    case part(Range<Int64>)
    case unsatisfiable

    /// - Parameters:
    ///   - header: The value of `Range`.
    ///   - size: The size of the file, in bytes.
    init(_ header: String?, size: Int64) {
        self = .whole
        guard let sides = RangeRequest.sides(of: header) else { return }
        switch (sides.first, sides.last) {
        case (nil, let suffix?):
            guard suffix > 0 else {
                self = .unsatisfiable
                return
            }
            // An empty file has no range that a header could name.
            if size > 0 { self = .part(max(0, size - suffix)..<size) }
        case (let first?, let last):
            if let last, last < first { return }
            self = first < size ? .part(first..<min(last ?? .max, size - 1) + 1) : .unsatisfiable
        case (nil, nil): return
        }
    }

    /// Returns the two numbers of a single range; `nil` if the header has another form.
    private static func sides(of header: String?) -> (first: Int64?, last: Int64?)? {
        guard let header, let equals = header.firstIndex(of: "="), header[..<equals].lowercased() == "bytes" else {
            return nil
        }
        let range = header[header.index(after: equals)...].drop { $0 == " " || $0 == "\t" }
        let sides = range.split(separator: "-", omittingEmptySubsequences: false)
        guard sides.count == 2 else { return nil }
        var numbers: [Int64?] = []
        for side in sides {
            guard side.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
            // A number that doesn't fit is larger than any file.
            numbers.append(side.isEmpty ? nil : Int64(side) ?? .max)
        }
        return (numbers[0], numbers[1])
    }
}
