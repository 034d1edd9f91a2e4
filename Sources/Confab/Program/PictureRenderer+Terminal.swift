import Messenger
import Pictures
import Terminal

extension PictureRenderer {
    /// Decodes pictures in child processes of this program.
    @MainActor
    init(_ terminal: TerminalSession) {
        self.init(process: PictureProcess()) { [weak terminal] in
            guard let terminal, terminal.hasBlocks else { return nil }
            let colors: PictureDrawing.Colors =
                terminal.hasManyColors ? .palette : .mono(isLight: !terminal.background.isDark)
            return PictureSupport(colors, graphics: Self.graphics(of: terminal))
        }
    }

    @MainActor
    private static func graphics(of terminal: TerminalSession) -> PictureGraphics? {
        guard let graphics = terminal.graphics,
            let cell = PixelSize(width: graphics.cell.width, height: graphics.cell.height)
        else { return nil }
        let form: PictureGraphics.Form =
            switch graphics.form {
            case .kitty: .pixels
            case .sixel: .sixels
            }
        let background = terminal.background
        return PictureGraphics(
            form: form, cell: cell,
            background: UInt32(background.red) << 16 | UInt32(background.green) << 8 | UInt32(background.blue))
    }
}
