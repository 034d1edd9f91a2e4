/// The reason why words aren't checked.
package enum SpellingLack: Hashable, Sendable {
    case off
    /// libenchant is not installed.
    case library
    /// None of these languages has a dictionary.
    case dictionaries([String])
    /// The locale names no language.
    case language
}
