import Terminal

/// What a pane drew, shown again for as long as nothing has changed that it is drawn from: a key that is typed elsewhere
/// costs it a copy.
@MainActor
struct PanePicture<Setting: Equatable> {
    private var drawn: (setting: Setting, frame: Frame)?
    /// How often the pane was drawn; for tests, which count instead of taking the time.
    private(set) var drawnCount = 0

    /// The pane changed.
    mutating func forget() { drawn = nil }

    /// - Parameter setting: what the pane is drawn by beside its own, and what lies under it.
    mutating func draw(on canvas: Canvas, by setting: Setting, _ draw: () -> Void) {
        if let drawn, drawn.setting == setting, drawn.frame.size == canvas.size {
            canvas.draw(drawn.frame)
            return
        }
        drawn = (setting, canvas.picture(of: draw))
        drawnCount += 1
    }
}
