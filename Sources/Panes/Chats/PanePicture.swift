import Terminal

/// A cached frame of a pane, shown again as long as its inputs are unchanged. A key typed elsewhere only costs a
/// copy.
@MainActor
struct PanePicture<Setting: Equatable> {
    private var drawn: (setting: Setting, frame: Frame)?
    /// The number of times the pane was drawn. Tests count this instead of measuring time.
    private(set) var drawnCount = 0

    /// Clears the cache, because the pane has changed.
    mutating func forget() { drawn = nil }

    /// - Parameter setting: the drawing parameters outside of the pane's state, and the content below it.
    mutating func draw(on canvas: Canvas, by setting: Setting, _ draw: () -> Void) {
        if let drawn, drawn.setting == setting, drawn.frame.size == canvas.size {
            canvas.draw(drawn.frame)
            return
        }
        drawn = (setting, canvas.picture(of: draw))
        drawnCount += 1
    }
}
