/// The plural forms of languages, named as in Unicode's CLDR.
package enum PluralCategory: String, CaseIterable, Sendable {
    case one, few, many, other
}
