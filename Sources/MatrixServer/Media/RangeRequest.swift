/// Which bytes of a file are asked for (RFC 9110, section 14.2).
enum RangeRequest: Hashable, Sendable {
    /// Also where it makes no sense, and where several parts are asked for: a server may answer these with the whole.
    case whole
    case part(Range<Int64>)
    case unsatisfiable

    /// - Parameters:
    ///   - header: the value of `Range`.
    ///   - size: of the file, in bytes.
    init(_ header: String?, size: Int64) {
        self = .whole
        guard let sides = RangeRequest.sides(of: header) else { return }
        switch (sides.first, sides.last) {
        case (nil, let suffix?):
            guard suffix > 0 else {
                self = .unsatisfiable
                return
            }
            // Of nothing there is no part that a header could name.
            if size > 0 { self = .part(max(0, size - suffix)..<size) }
        case (let first?, let last):
            if let last, last < first { return }
            self = first < size ? .part(first..<min(last ?? .max, size - 1) + 1) : .unsatisfiable
        case (nil, nil): return
        }
    }

    /// The two numbers of the one range; `nil` where the header has another form.
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
            // A file is never as long as what doesn't fit.
            numbers.append(side.isEmpty ? nil : Int64(side) ?? .max)
        }
        return (numbers[0], numbers[1])
    }
}
