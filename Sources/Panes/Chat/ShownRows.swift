import ViewModels

/// What a frame of the open chat showed, and what it came near to.
struct ShownRows {
    var gaps: [ChatRowID] = []
    /// The first and the last row of others, where these are others than in the frame before.
    var readable: (first: ChatRowID, last: ChatRowID)?
    /// Those that are near and not drawn as they have to be, where these are others than in the frame before.
    var pictures: [PictureWish] = []
    var needsOlder = false
    var needsNewer = false
}
