/// What coloured letters mean; a ``ColorSet`` says which colour that is.
enum Ink: Hashable {
    /// What stands back behind the rest.
    case faint
    case code
    /// What calls the person.
    case mention
    /// What is new since the last look.
    case new
    case failure
    /// The name of somebody in a chat, by a place among ``ColorSet/personCounts``.
    case person(Int)

    /// The number that styles have for it.
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
