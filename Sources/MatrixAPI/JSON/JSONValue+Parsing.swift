extension JSONValue {
    /// Reads a JSON text (RFC 8259) in UTF-8. If members have the same name, the last one counts; names that are
    /// canonically equivalent and differ in bytes are malformed.
    ///
    /// - Parameter maximumDepth: The maximum nesting of arrays and objects.
    package init(parsing bytes: some Collection<UInt8>, maximumDepth: Int = 512) throws(JSONError) {
        var none: JSONRepair?
        self = try JSONValue.parse(bytes, maximumDepth, isLenient: false, repair: &none).get()
    }

    package init(parsing text: String, maximumDepth: Int = 512) throws(JSONError) {
        try self.init(parsing: text.utf8, maximumDepth: maximumDepth)
    }

    /// Reads a response with events, each of which is validated separately afterwards. A broken part doesn't affect
    /// others. Values deeper than `maximumDepth` and numbers out of range become `null`, and invalid UTF-8 becomes
    /// U+FFFD. An event with broken grammar is marked, so that ``MatrixEvent`` treats it as malformed.
    ///
    /// - Parameters:
    ///   - maximumDepth: The maximum nesting of arrays and objects. The default includes what surrounds an event in
    ///     a sync, so that an event that is too deep is still detected.
    ///   - broken: The positions of syntax errors, in bytes from 0.
    /// - Throws: ``JSONError/malformed(offset:)`` if the text ends too early, or can't be parsed further.
    package init(
        parsingEvents bytes: some Collection<UInt8>, maximumDepth: Int = MatrixEvent.maximumDepth + 8,
        broken: inout [Int]
    ) throws(JSONError) {
        var repair: JSONRepair? = JSONRepair()
        let result = JSONValue.parse(bytes, maximumDepth, isLenient: true, repair: &repair)
        broken = repair?.offsets ?? []
        self = try result.get()
    }

    /// Works as ``init(parsingEvents:maximumDepth:broken:)``, and returns the memory of the bytes to the system
    /// while it reads. Otherwise the text and its values would both be in memory. The bytes are undefined
    /// afterwards.
    ///
    /// - Throws: ``JSONError/malformed(offset:)`` also if a repair needs bytes that were already discarded.
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
        // Most inputs are contiguous, and need not be copied.
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
