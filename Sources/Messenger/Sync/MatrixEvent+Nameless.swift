import MatrixAPI

extension MatrixEvent {
    /// What tells it apart where it has no identifier; its age is another each time it comes.
    var nameless: String {
        guard source.object != nil else { return source.serializedText }
        var source = source
        source["unsigned"] = nil
        return source.serializedText
    }
}
