import MatrixAPI

extension MatrixEvent {
    /// The event that a redaction removes. It is named in the content from room version 11 on, and
    /// beside the content before.
    var redactedEventID: String? { content["redacts"]?.identifier ?? source["redacts"]?.identifier }
}
