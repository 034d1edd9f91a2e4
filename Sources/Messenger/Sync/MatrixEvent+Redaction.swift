import MatrixAPI

extension MatrixEvent {
    /// What a redaction removes: in the content from room version 11 on, beside it before.
    var redactedEventID: String? { content["redacts"]?.identifier ?? source["redacts"]?.identifier }
}
