import CNcurses
import Dispatch
import Glibc

/// A terminal session. It shows frames and delivers input, and always restores the terminal for the shell.
@MainActor
package final class TerminalSession {
    package var onInput: (TerminalInput) -> Void = { _ in }
    /// Called after ``onInput`` got all available input, so that one frame can show the result.
    package var onInputEnd: () -> Void = {}
    /// Called when the terminal has another size. It needs a frame of that size.
    package var onResize: (Size) -> Void = { _ in }
    /// Called when the terminal has reported its background.
    package var onBackground: () -> Void = {}
    /// Called when the terminal turns out to support graphics, or its cells have another size in pixels.
    package var onGraphics: () -> Void = {}
    /// Called when the terminal is gone.
    package var onHangUp: () -> Void = {}
    /// Called on SIGTERM, SIGHUP or SIGINT. The owner of the session then has to call ``close()``.
    package var onTerminate: (Int32) -> Void = { _ in }

    /// Whether the terminal uses UTF-8. Otherwise characters that its charset lacks are spelled in ASCII.
    package let isUTF8: Bool
    package private(set) var size: Size
    /// The background color, as far as it is known.
    package private(set) var background: RGBColor
    package var depth: ColorDepth { type.depth }
    /// Whether its font has quarter blocks and dot patterns. The Linux console has neither.
    package var hasBlocks: Bool { isUTF8 && type.name != "linux" }
    /// Whether it can show a screen full of different colors. The two colors of a cell take one color pair of the
    /// terminal.
    package var hasManyColors: Bool { [.palette, .direct].contains(type.depth) && renderer.maxPairs >= 8_192 }

    /// The graphics that it supports, as far as that is known; `nil` for text only.
    package var graphics: TerminalGraphics? { renderer.graphics }

    private enum State {
        case active
        /// Another program uses the terminal.
        case paused
        case closed
    }

    private let type: TerminalType
    private let device: TerminalDevice
    private let renderer: ScreenRenderer
    private let reader: TerminalReader
    private let writer: TerminalWriter
    private var signals: TerminalSignals?

    private var state = State.active
    private var latest: Frame?
    /// Whether the frame in ``latest`` has not been shown.
    private var isFrameWaiting = false
    private var wasBackgroundAsked = false
    private var wereEmojiAsked = false
    private var wereGraphicsAsked = false
    /// The responses to graphics queries so far.
    private var graphicsAnswers: [GraphicsResponse] = []
    /// The size of a cell in pixels that the system reported last.
    private var deviceCell: Size?
    private var maxPixelWidth: Int?
    /// The graphics that it supports, even if the settings turn them off.
    private var knownGraphics: TerminalGraphics?
    private var wantsPixels = true
    /// The number of frames. Pixels are only sent after no frame was shown for a while.
    private var frameCount = 0
    /// The last frame for which such a pause was awaited, and whether the pause has passed.
    private var rest: (frame: Int, hasPassed: Bool)?
    /// The bytes to write before the next frame.
    private var prologue: [UInt8] = []
    /// Whether the shell's screen is still visible.
    private var hasToEnter = true
    /// `nil` keeps the previous title of the window.
    private var title: String?
    private var isTitleWaiting = false
    private var noticeCount = 0
    /// Whether the cursor is visible; `nil` if unknown.
    private var isCursorVisible: Bool?
    private var hasHungUp = false
    private var wantsMouse = false
    private var ordersText = true

    /// The size of the terminal on standard output, before a session exists.
    package static var sizeAtStart: Size { TerminalDevice.size(of: STDOUT_FILENO) }

    /// Opens the terminal on standard input and output. There is one session at a time.
    ///
    /// The screen stays unchanged until the first frame.
    package static func open() throws(TerminalError) -> TerminalSession {
        let device = try TerminalDevice()
        do throws(TerminalError) {
            return try TerminalSession(device: device, type: TerminalType())
        } catch {
            device.close()
            throw error
        }
    }

    init(device: TerminalDevice, type: TerminalType) throws(TerminalError) {
        isUTF8 = TextLocale.isUTF8
        TerminalCharset.measureByLocale()
        self.device = device
        self.type = type
        size = device.size
        background = BackgroundGuess.color(environment: ProcessEnvironment.value)
        reader = TerminalReader(
            descriptor: device.input,
            parser: InputParser(terminalHasBracketedPaste: type.hasBracketedPaste, charset: TextLocale.charset))
        writer = TerminalWriter(descriptor: device.output)
        renderer = try ScreenRenderer(type: type.name, depth: type.depth, charset: TextLocale.charset)
        renderer.resize(to: size)
        do throws(TerminalError) {
            signals = try TerminalSignals([SIGWINCH, SIGCONT, SIGTSTP, SIGTERM, SIGHUP, SIGINT]) { [weak self] number in
                self?.handle(signal: number)
            }
        } catch {
            renderer.close()
            throw error
        }
        // The size may have changed before the signal handler was installed.
        size = device.size
        renderer.resize(to: size)
        reader.onInput = { [weak self] input in
            guard let self, self.state == .active else { return }
            switch input {
            case .background(let color): self.handle(background: color)
            case .cursor(let position): self.handle(cursor: position)
            case .graphics(let answer): self.handle(graphics: answer)
            default: self.onInput(input)
            }
        }
        reader.onInputEnd = { [weak self] in self?.onInputEnd() }
        reader.onEnd = { [weak self] in self?.hangUp() }
        writer.onEnd = { [weak self] in self?.hangUp() }
        writer.onDrained = { [weak self] in
            guard let self else { return }
            paint()
            if let rest, rest.hasPassed { showPixels(after: rest.frame) }
        }
        enter()
        reader.start()
    }

    /// Shows a frame. If the terminal's buffer is full, the frame follows later unless a newer one replaces it.
    /// Cells beyond the terminal's size are cut off, and missing ones are blank.
    package func present(_ frame: Frame) {
        latest = frame
        isFrameWaiting = true
        paint()
    }

    /// Repaints the last frame completely, after other programs wrote to the screen.
    package func redraw() {
        renderer.invalidate()
        isFrameWaiting = latest != nil
        paint()
    }

    /// Changes the colors of style numbers, also in the last frame.
    package func use(_ palette: Palette) {
        renderer.use(palette)
        isFrameWaiting = latest != nil
        paint()
    }

    /// Notifies the user. If the terminal's buffer is full, this waits for the next frame. Characters that aren't
    /// printable are left out.
    ///
    /// - Parameters:
    ///   - desktop: whether to show a desktop notification.
    ///   - sequence: the sequence to use; `nil` for the one that the terminal is known to support.
    ///   - rings: whether to ring the bell.
    package func notify(
        title: String, text: String, desktop: Bool, sequence: NotificationSequence.Sequence?, rings: Bool
    ) {
        var bytes = rings ? type.bell : []
        if desktop, let notice = NotificationSequence(sequence, environment: ProcessEnvironment.value) {
            noticeCount += 1
            bytes += notice.bytes(title: printable(title), text: printable(text), number: noticeCount)
        }
        send(bytes)
    }

    /// Sets the window's title with the next frame if the terminal can restore the previous title. `nil` restores
    /// it immediately. Characters that aren't printable are left out.
    package func setTitle(_ title: String?) {
        guard type.hasTitle, title != self.title else { return }
        self.title = title
        isTitleWaiting = true
        if title == nil, latest != nil, !isFrameWaiting { paint() }
    }

    /// Copies a text to the terminal's clipboard, if the terminal allows programs to do that (OSC 52).
    package func copy(_ text: String) {
        send(Clipboard.sequence(for: text))
    }

    /// Sets whether clicks and the wheel are sent as input, if the terminal supports it. Otherwise the terminal
    /// handles them, for example to select text. The wheel is never sent as arrow keys.
    package func setMouse(_ isWanted: Bool) {
        guard type.hasMouse, isWanted != wantsMouse else { return }
        wantsMouse = isWanted
        // While another program uses the terminal, its modes must not change.
        guard state == .active, !hasToEnter else { return }
        device.armRestore(leave: wayBack)
        send(isWanted ? type.bringWheelBack + TerminalType.mouseOn : TerminalType.mouseOff + TerminalType.wheelApart)
    }

    /// Sets whether this program or the terminal reorders right-to-left text, from the next frame on.
    package func setTextOrder(_ choice: TextOrderChoice) {
        let isTerminals = choice.isTerminals(environment: ProcessEnvironment.value)
        TextOrder.isTerminals = isTerminals
        guard type.hasOrder, ordersText == isTerminals else { return }
        ordersText = !isTerminals
        guard state == .active, !hasToEnter else { return }
        device.armRestore(leave: wayBack)
        send(isTerminals ? TerminalType.orderTerminals : TerminalType.orderOurs)
    }

    /// Sets whether pictures are shown as graphics, if the terminal has reported support for them.
    package func setGraphics(_ areWanted: Bool) {
        guard areWanted != wantsPixels else { return }
        wantsPixels = areWanted
        useGraphics()
        paint()
    }

    /// Stops the job as `^Z` does in other programs. The same screen returns when the job continues.
    package func suspend() {
        guard state == .active else { return }
        leave()
        confab_stop_job()
        comeBack()
    }

    /// Leaves the terminal to another program until ``resume()``. Frames are kept until then.
    package func pause() {
        guard state == .active else { return }
        reader.stop()
        leave()
        state = .paused
    }

    package func resume() {
        guard state == .paused else { return }
        state = .active
        comeBack()
        reader.start()
    }

    /// Restores the terminal for the shell. Further calls do nothing.
    package func close() {
        guard state != .closed else { return }
        let wasActive = state == .active
        state = .closed
        reader.stop()
        if wasActive {
            leave()
            device.dropInput()
        }
        signals?.close()
        renderer.close()
        device.close()
    }

    private func enter() {
        // There are no changes to undo yet.
        device.makeRaw(leave: [])
        hasToEnter = true
        isTitleWaiting = title != nil
        isCursorVisible = nil
        renderer.invalidate()
    }

    private func leave() {
        writer.finish()
        device.restore()
    }

    private func comeBack() {
        enter()
        isFrameWaiting = latest != nil
        checkScreenSize()
        paint()
    }

    private func printable(_ text: String) -> String {
        text.map { isUTF8 ? TextWidth.drawable($0) : AsciiForm.spelled(TextWidth.drawable($0)) }.joined()
    }

    private var titleChange: [UInt8] {
        guard let title else { return TerminalType.bringTitleBack + TerminalType.keepTitle }
        return Array("\u{1B}]2;\(printable(title))\u{7}".utf8)
    }

    private func send(_ bytes: [UInt8]) {
        guard state != .closed, !bytes.isEmpty else { return }
        prologue += bytes
        if latest != nil, !isFrameWaiting { paint() }
    }

    /// Writes the pending bytes and the newest frame at once.
    private func paint() {
        guard state == .active, !hasHungUp, !writer.isFull, let frame = latest else { return }
        var bytes = prologue
        prologue = []
        if hasToEnter {
            hasToEnter = false
            let mouse = wantsMouse ? TerminalType.mouseOn : TerminalType.wheelApart
            let order = type.hasOrder && ordersText ? TerminalType.orderOurs : []
            bytes = type.enter + (type.hasMouse ? mouse : []) + order + emojiQuestion + graphicsQuestion + bytes
            device.armRestore(leave: wayBack)
        }
        if isTitleWaiting {
            isTitleWaiting = false
            bytes += titleChange
        }
        if isFrameWaiting {
            isFrameWaiting = false
            frameCount += 1
            bytes += update(to: frame)
        }
        // The response is not awaited: the first frame already uses the colors for the likely background.
        if !wasBackgroundAsked, type.tellsBackground, !bytes.isEmpty {
            wasBackgroundAsked = true
            reader.awaitBackground()
            bytes += BackgroundResponse.question
        }
        if !bytes.isEmpty { writer.write(bytes) }
        if !renderer.hasAllPixels { awaitRest() }
    }

    /// The time without a new frame after which pixels are sent.
    private static let patience = DispatchTimeInterval.milliseconds(80)

    private func awaitRest() {
        guard rest?.frame != frameCount else { return }
        let count = frameCount
        rest = (count, false)
        DispatchQueue.main.asyncAfter(deadline: .now() + Self.patience) { [weak self] in
            MainActor.assumeIsolated {
                guard let self, self.frameCount == count else { return }
                self.rest = (count, true)
                self.showPixels(after: count)
            }
        }
    }

    /// Sends one strip per turn of the main queue, so that a key waits for at most one strip.
    private func showPixels(after count: Int) {
        guard count == frameCount, state == .active, !hasHungUp, !hasToEnter, !isFrameWaiting, !writer.isFull,
            let pixels = renderer.nextPixels()
        else { return }
        // Synchronized updates don't help with kitty's graphics: a picture only appears when it is complete. Its
        // bytes may also exceed what a terminal holds back.
        let isFrame = type.hasSynchronizedUpdates && renderer.graphics?.form == .sixel
        writer.write(isFrame ? TerminalType.beginFrame + pixels + TerminalType.endFrame : pixels)
        guard !writer.isFull else { return }
        DispatchQueue.main.async { [weak self] in
            MainActor.assumeIsolated { self?.showPixels(after: count) }
        }
    }

    /// The emoji width query. It is sent once before the first frame, which then covers the samples.
    private var emojiQuestion: [UInt8] {
        guard !wereEmojiAsked, isUTF8, type.tellsCursor, EmojiWidthProbe.hasCapacity(in: size) else { return [] }
        wereEmojiAsked = true
        reader.awaitCursor(times: EmojiWidthProbe.count)
        return EmojiWidthProbe.bytes
    }

    /// The graphics query. It is also sent once before the first frame.
    private var graphicsQuestion: [UInt8] {
        guard !wereGraphicsAsked, isUTF8, type.tellsGraphics else { return [] }
        wereGraphicsAsked = true
        reader.awaitGraphics()
        return GraphicsResponse.question(speaksKitty: type.tellsKittyGraphics)
    }

    private func handle(graphics answer: GraphicsResponse) {
        graphicsAnswers.append(answer)
        // This response is always the last.
        guard case .attributes = answer else { return }
        deviceCell = device.cell
        var cell = deviceCell
        for answer in graphicsAnswers {
            switch answer {
            case .cell(let size): cell = size
            case .area(let size): maxPixelWidth = size.width
            case .kitty, .attributes: break
            }
        }
        guard let cell, let form = GraphicsResponse.form(of: graphicsAnswers) else { return }
        knownGraphics = TerminalGraphics(form: form, cell: cell)
        useGraphics()
        paint()
    }

    private func useGraphics() {
        let wanted = wantsPixels ? knownGraphics : nil
        guard wanted != renderer.graphics else { return }
        renderer.use(wanted, maxWidth: maxPixelWidth)
        if state == .active, !hasToEnter { device.armRestore(leave: wayBack) }
        isFrameWaiting = latest != nil
        onGraphics()
    }

    private func handle(cursor position: Point) {
        guard let kind = EmojiWidthProbe.answer(position), renderer.drawWhole(kind) else { return }
        isFrameWaiting = latest != nil
        paint()
    }

    private func handle(background color: RGBColor) {
        guard color != background else { return }
        background = color
        onBackground()
    }

    /// The bytes that restore the shell's screen, the wheel and the text order.
    private var wayBack: [UInt8] {
        (knownGraphics?.form == .kitty ? GraphicsLayer.deleteAll : [])
            + (type.hasOrder && ordersText ? TerminalType.orderTerminals : [])
            + (type.hasMouse && !wantsMouse ? type.bringWheelBack : []) + type.leave
    }

    private func update(to frame: Frame) -> [UInt8] {
        var bytes = renderer.render(frame)
        let showsCursor = frame.cursor != nil
        if isCursorVisible != showsCursor {
            isCursorVisible = showsCursor
            // The cursor is hidden before it moves over the screen, and shown at its final position.
            bytes = showsCursor ? bytes + type.showCursor : type.hideCursor + bytes
        }
        guard type.hasSynchronizedUpdates, !bytes.isEmpty else { return bytes }
        return TerminalType.beginFrame + bytes + TerminalType.endFrame
    }

    private func handle(signal number: Int32) {
        switch number {
        case SIGWINCH where state == .active: checkScreenSize()
        case SIGCONT where state == .active:
            // After SIGSTOP, the terminal is in the shell's modes, and this process was not notified.
            comeBack()
        case SIGTSTP where state == .active: suspend()
        case SIGTSTP where state == .paused: confab_stop_job()
        // ^C is meant for the program that uses the terminal.
        case SIGINT where state == .paused: break
        case SIGTERM, SIGHUP, SIGINT:
            finishInput()
            onTerminate(number)
        default: break
        }
    }

    private func checkScreenSize() {
        let now = device.size
        guard now != size else { return }
        size = now
        renderer.resize(to: now)
        checkCellSize()
        isFrameWaiting = latest != nil
        onResize(now)
        // If no frame of the new size was presented, the last one is clipped or padded.
        paint()
    }

    /// Checks whether the size of a cell in pixels has changed.
    private func checkCellSize() {
        guard let graphics = knownGraphics, let cell = device.cell, cell != deviceCell else { return }
        deviceCell = cell
        knownGraphics = TerminalGraphics(form: graphics.form, cell: cell)
        useGraphics()
    }

    private func hangUp() {
        guard !hasHungUp, state != .closed else { return }
        hasHungUp = true
        // A failed write may show it first.
        finishInput()
        onHangUp()
    }

    /// Delivers all input before the end: a paste without its end is still added to the draft.
    private func finishInput() {
        if state == .active { reader.finish() }
    }
}
