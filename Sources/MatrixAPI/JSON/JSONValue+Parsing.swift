extension JSONValue {
    /// Reads one JSON text (RFC 8259) in UTF-8. Of members with the same name the last one counts;
    /// names that are canonically equivalent and differ in bytes are malformed.
    ///
    /// - Parameter maximumDepth: how many arrays and objects may stand within each other.
    package init(parsing bytes: some Collection<UInt8>, maximumDepth: Int = 512) throws(JSONError) {
        var none: JSONRepair?
        self = try JSONValue.parse(bytes, maximumDepth, isLenient: false, repair: &none).get()
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
        let result = JSONValue.parse(bytes, maximumDepth, isLenient: true, repair: &repair)
        broken = repair?.offsets ?? []
        self = try result.get()
    }

    /// As ``init(parsingEvents:maximumDepth:broken:)``, and gives the memory of the bytes back to the system while it reads,
    /// so that they are not beside all that is made of them. They are undefined afterwards.
    ///
    /// - Throws: ``JSONError/malformed(offset:)`` also where a repair needs bytes that were given back.
    package init(
        parsingAndDiscardingEvents bytes: UnsafeBufferPointer<UInt8>,
        maximumDepth: Int = MatrixEvent.maximumDepth + 8, broken: inout [Int]
    ) throws(JSONError) {
        var repair: JSONRepair? = JSONRepair()
        let result = JSONValue.parse(bytes, maximumDepth, isLenient: true, discards: true, repair: &repair)
        broken = repair?.offsets ?? []
        self = try result.get()
    }

    private static func parse(
        _ bytes: some Collection<UInt8>, _ maximumDepth: Int, isLenient: Bool, repair: inout JSONRepair?
    ) -> Result<JSONValue, JSONError> {
        // Most bytes stand in one piece, and need not be copied.
        let parsed = bytes.withContiguousStorageIfAvailable { buffer in
            parse(buffer, maximumDepth, isLenient: isLenient, discards: false, repair: &repair)
        }
        if let parsed { return parsed }
        return Array(bytes).withUnsafeBufferPointer { buffer in
            parse(buffer, maximumDepth, isLenient: isLenient, discards: false, repair: &repair)
        }
    }

    private static func parse(
        _ buffer: UnsafeBufferPointer<UInt8>, _ maximumDepth: Int, isLenient: Bool, discards: Bool,
        repair: inout JSONRepair?
    ) -> Result<JSONValue, JSONError> {
        var parser = JSONParser(
            bytes: buffer, remainingDepth: maximumDepth, isLenient: isLenient, repair: repair, discards: discards)
        defer { repair = parser.repair }
        do throws(JSONError) {
            return .success(try parser.document())
        } catch {
            return .failure(error)
        }
    }
}
