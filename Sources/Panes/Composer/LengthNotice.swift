import ViewModels

/// A notice of how close a text is to the size limit of a message.
struct LengthNotice {
    let byteCount: Int
    let limit: Int

    var text: DisplayText {
        if byteCount > limit {
            return .words("composer.text-too-long", count: byteCount - limit)
        }
        // The notice appears in the last twentieth of the limit.
        guard byteCount > limit - limit / 20 else { return .empty }
        return .words("composer.bytes-are-left", count: limit - byteCount)
    }
}
