/// Counts the work that the drawing of a text takes.
final class LayoutMeter {
    /// How many lines were laid out in rows.
    var paragraphCount = 0
}
