import ViewModels

/// Says how near a text is to what a message can hold.
struct LengthNotice {
    let byteCount: Int
    let limit: Int

    var text: DisplayText {
        if byteCount > limit {
            return DisplayText(
                sanitizing: "Divide or shorten it: \(byteCount - limit) bytes too long for one message")
        }
        // Within the last twentieth.
        guard byteCount > limit - limit / 20 else { return .empty }
        return DisplayText(sanitizing: "\(limit - byteCount) bytes are left in this message")
    }
}
