package import Pictures

/// What draws pictures for this terminal.
package struct PictureDesk: Sendable {
    let process: PictureProcess
    /// What the terminal has for them at this moment; `nil` where it can't show any.
    let means: @MainActor () -> PictureMeans?

    package init(process: PictureProcess, means: @escaping @MainActor () -> PictureMeans?) {
        self.process = process
        self.means = means
    }
}
