package import Pictures

/// What draws pictures for this terminal.
package struct PictureDesk: Sendable {
    let process: PictureProcess
    /// What the terminal has for them at this moment; `nil` where it can't show any.
    let colors: @MainActor () -> PictureDrawing.Colors?

    package init(process: PictureProcess, colors: @escaping @MainActor () -> PictureDrawing.Colors?) {
        self.process = process
        self.colors = colors
    }
}
