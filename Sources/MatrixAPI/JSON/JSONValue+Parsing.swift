extension JSONValue {
    /// Reads one JSON text (RFC 8259) in UTF-8. Of members with the same name the last one counts;
    /// names that are canonically equivalent and differ in bytes are malformed.
    ///
    /// - Parameter maximumDepth: how many arrays and objects may stand within each other.
    package init(parsing bytes: some Collection<UInt8>, maximumDepth: Int = 512) throws(JSONError) {
        let contiguous = Array(bytes)
        self = try JSONValue.parse(contiguous, maximumDepth: maximumDepth)
    }

    package init(parsing text: String, maximumDepth: Int = 512) throws(JSONError) {
        try self.init(parsing: text.utf8, maximumDepth: maximumDepth)
    }

    /// Reads a JSON text of which one part may be beyond what is allowed without costing the rest: what is deeper than
    /// `maximumDepth` and numbers out of range become `null`, bytes that are no UTF-8 become U+FFFD.
    ///
    /// Meant for syncs, where each event is judged for itself afterwards.
    package init(parsingLeniently bytes: some Collection<UInt8>, maximumDepth: Int) throws(JSONError) {
        self = try JSONValue.parse(Array(bytes), maximumDepth: maximumDepth, isLenient: true)
    }

    private static func parse(
        _ bytes: [UInt8], maximumDepth: Int, isLenient: Bool = false
    ) throws(JSONError) -> JSONValue {
        let result = bytes.withUnsafeBufferPointer { buffer -> Result<JSONValue, JSONError> in
            var parser = JSONParser(bytes: buffer, remainingDepth: maximumDepth, isLenient: isLenient)
            do throws(JSONError) {
                return .success(try parser.document())
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}
