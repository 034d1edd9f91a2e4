package import Pictures

/// The renderer for pictures in this terminal.
package struct PictureDesk: Sendable {
    let process: PictureProcess
    /// The terminal's current graphics capabilities; `nil` if it can't show pictures.
    let means: @MainActor () -> PictureMeans?

    package init(process: PictureProcess, means: @escaping @MainActor () -> PictureMeans?) {
        self.process = process
        self.means = means
    }
}
