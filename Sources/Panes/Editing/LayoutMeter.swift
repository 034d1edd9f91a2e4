/// Counts the layout work for a text, for tests.
final class LayoutMeter {
    /// The number of lines laid out in rows.
    var paragraphCount = 0
}
