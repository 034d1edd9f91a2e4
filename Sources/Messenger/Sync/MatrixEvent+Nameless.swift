import MatrixAPI

extension MatrixEvent {
    /// Identifies an event that has no identifier. `unsigned` is left out because it contains the age,
    /// which changes each time.
    var nameless: String {
        guard source.object != nil else { return source.serializedText }
        var source = source
        source["unsigned"] = nil
        return source.serializedText
    }
}
