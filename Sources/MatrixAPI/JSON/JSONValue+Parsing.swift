extension JSONValue {
    /// Reads one JSON text (RFC 8259) in UTF-8. Of members with the same name the last one counts;
    /// names that are canonically equivalent and differ in bytes are malformed.
    ///
    /// - Parameter maximumDepth: how many arrays and objects may stand within each other.
    package init(parsing bytes: some Collection<UInt8>, maximumDepth: Int = 512) throws(JSONError) {
        let contiguous = Array(bytes)
        self = try JSONValue.parse(contiguous, maximumDepth: maximumDepth).get()
    }

    package init(parsing text: String, maximumDepth: Int = 512) throws(JSONError) {
        try self.init(parsing: text.utf8, maximumDepth: maximumDepth)
    }

    /// Reads an answer that brings events, each of which is judged for itself afterwards. What one part breaks costs no other:
    /// what is deeper than `maximumDepth` and numbers out of range become `null`, bytes that are no UTF-8 become U+FFFD, and
    /// an event with broken grammar comes out marked, so that ``MatrixEvent`` takes it for malformed.
    ///
    /// - Parameters:
    ///   - maximumDepth: how many arrays and objects may stand within each other. By default an event that is too deep
    ///     is still seen to be, within all that stands around it in a sync.
    ///   - broken: where the grammar was broken, in bytes from 0.
    /// - Throws: ``JSONError/malformed(offset:)`` where the text ends too early, or can't be walked further.
    package init(
        parsingEvents bytes: some Collection<UInt8>, maximumDepth: Int = MatrixEvent.maximumDepth + 8,
        broken: inout [Int]
    ) throws(JSONError) {
        var repair: JSONRepair? = JSONRepair()
        let result = JSONValue.parse(Array(bytes), maximumDepth: maximumDepth, isLenient: true, repair: &repair)
        broken = repair?.offsets ?? []
        self = try result.get()
    }

    private static func parse(_ bytes: [UInt8], maximumDepth: Int) -> Result<JSONValue, JSONError> {
        var none: JSONRepair?
        return parse(bytes, maximumDepth: maximumDepth, isLenient: false, repair: &none)
    }

    private static func parse(
        _ bytes: [UInt8], maximumDepth: Int, isLenient: Bool, repair: inout JSONRepair?
    ) -> Result<JSONValue, JSONError> {
        bytes.withUnsafeBufferPointer { buffer in
            var parser = JSONParser(bytes: buffer, remainingDepth: maximumDepth, isLenient: isLenient, repair: repair)
            defer { repair = parser.repair }
            do throws(JSONError) {
                return .success(try parser.document())
            } catch {
                return .failure(error)
            }
        }
    }
}
