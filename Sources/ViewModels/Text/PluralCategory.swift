/// The forms that languages have for counted things, named as in Unicode's CLDR.
package enum PluralCategory: String, CaseIterable, Sendable {
    case one, few, many, other
}
