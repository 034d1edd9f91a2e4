import ViewModels

/// Says how near a text is to what a message can hold.
struct LengthNotice {
    let byteCount: Int
    let limit: Int

    var text: DisplayText {
        if byteCount > limit {
            return .words("composer.text-too-long", count: byteCount - limit)
        }
        // Within the last twentieth.
        guard byteCount > limit - limit / 20 else { return .empty }
        return .words("composer.bytes-are-left", count: limit - byteCount)
    }
}
