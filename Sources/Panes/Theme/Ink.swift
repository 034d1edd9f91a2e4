/// The meanings of text colors; a ``ColorSet`` has the color for each.
enum Ink: Hashable {
    /// Less important text.
    case faint
    case code
    /// A mention of the user.
    case mention
    /// Unread content.
    case new
    case failure
    /// The name of a person in a chat, by a place among ``ColorSet/personCounts``.
    case person(Int)

    /// The color number in styles.
    var number: UInt8 {
        switch self {
        case .faint: 0
        case .code: 1
        case .mention: 2
        case .new: 3
        case .failure: 4
        case .person(let place): UInt8(5 + place)
        }
    }

    static let mostPeople = 12
}
