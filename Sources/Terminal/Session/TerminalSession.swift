import CNcurses
import Dispatch
import Glibc

/// The terminal while the program has it: frames go in, keys come out, and whatever happens the shell gets it back.
@MainActor
package final class TerminalSession {
    package var onInput: (TerminalInput) -> Void = { _ in }
    /// All that came at once was given to ``onInput``: one frame answers it.
    package var onInputEnd: () -> Void = {}
    /// The terminal has another size: it waits for a frame of that size.
    package var onResize: (Size) -> Void = { _ in }
    /// The terminal has said what its background is.
    package var onBackground: () -> Void = {}
    /// The terminal shows pixels, or those of its cells are others.
    package var onGraphics: () -> Void = {}
    /// The terminal is gone.
    package var onHangUp: () -> Void = {}
    /// SIGTERM, SIGHUP or SIGINT came: whoever has the session finishes and calls ``close()``.
    package var onTerminate: (Int32) -> Void = { _ in }

    /// The terminal takes UTF-8. Otherwise letters that its charset lacks are spelled in ASCII.
    package let isUTF8: Bool
    package private(set) var size: Size
    /// What it has behind its letters, as far as that is known.
    package private(set) var background: RGBColor
    package var depth: ColorDepth { type.depth }
    /// Whether its letters are of a font that has quarters of blocks and patterns of dots: those of Linux's own console have not.
    package var hasBlocks: Bool { isUTF8 && type.name != "linux" }
    /// Whether a screen full of colours that are all different can be shown: each two of a cell are one of the pairs of terminfo.
    package var hasManyColors: Bool { [.palette, .direct].contains(type.depth) && renderer.mostPairs >= 8_192 }

    /// How it shows pixels, as far as that is known; `nil` for letters alone.
    package var graphics: TerminalGraphics? { renderer.graphics }

    private enum State {
        case active
        /// Another program has the terminal.
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
    /// The frame in ``latest`` has not been shown.
    private var isFrameWaiting = false
    private var wasBackgroundAsked = false
    private var wereEmojiAsked = false
    private var wereGraphicsAsked = false
    /// What was answered of that so far.
    private var graphicsAnswers: [GraphicsAnswer] = []
    /// What the system said of a cell's pixels when that was asked.
    private var deviceCell: Size?
    private var mostPixelWidth: Int?
    /// How it shows pixels, whether these are wanted or not.
    private var knownGraphics: TerminalGraphics?
    private var wantsPixels = true
    /// Counts frames, so that pixels wait until there is no other for a while.
    private var frameCount = 0
    /// The last frame that such a while was waited after, and whether it has passed.
    private var rest: (frame: Int, hasPassed: Bool)?
    /// What goes out with the next frame, before it.
    private var prologue: [UInt8] = []
    /// The shell's screen is still the one to see.
    private var hasToEnter = true
    /// `nil` leaves the window the name that it had before.
    private var title: String?
    private var isTitleWaiting = false
    private var noticeCount = 0
    /// `nil` where nobody knows.
    private var isCursorVisible: Bool?
    private var hasHungUp = false
    private var wantsMouse = false
    private var ordersText = true

    /// Of the terminal that standard output is, before a session has it.
    package static var sizeAtStart: Size { TerminalDevice.size(of: STDOUT_FILENO) }

    /// Takes the terminal that standard input and output are. There is one session at a time.
    ///
    /// The screen stays as it is until the first frame.
    package static func open() throws(TerminalError) -> TerminalSession {
        let device = try TerminalDevice()
        do throws(TerminalError) {
            return try TerminalSession(device: device)
        } catch {
            device.close()
            throw error
        }
    }

    private init(device: TerminalDevice) throws(TerminalError) {
        isUTF8 = TextLocale.isUTF8
        TextLocale.output = TextLocale.charset
        self.device = device
        type = try TerminalType()
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
                self?.take(signal: number)
            }
        } catch {
            renderer.close()
            throw error
        }
        // It may have changed before anybody listened.
        size = device.size
        renderer.resize(to: size)
        reader.onInput = { [weak self] input in
            guard let self, self.state == .active else { return }
            switch input {
            case .background(let color): self.take(background: color)
            case .cursor(let position): self.take(cursor: position)
            case .graphics(let answer): self.take(graphics: answer)
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

    /// Shows a frame: at once, or, if the terminal is full, when it has room and no newer frame came. Cells beyond the
    /// terminal's size are left out, missing ones are blank.
    package func present(_ frame: Frame) {
        latest = frame
        isFrameWaiting = true
        paint()
    }

    /// Paints the whole of the last frame again, over whatever others wrote on the screen.
    package func redraw() {
        renderer.forget()
        isFrameWaiting = latest != nil
        paint()
    }

    /// Has the numbers of styles be these colours, also in the last frame.
    package func use(_ palette: Palette) {
        renderer.use(palette)
        isFrameWaiting = latest != nil
        paint()
    }

    /// Tells a person who looks elsewhere, with the next frame if the terminal is full. What is no printable character is
    /// left out.
    ///
    /// - Parameters:
    ///   - desktop: whether to show a notice on the desktop.
    ///   - sequence: by which means; `nil` for what the terminal is known to have.
    ///   - rings: whether to ring the bell.
    package func notify(title: String, text: String, desktop: Bool, sequence: DesktopNotice.Sequence?, rings: Bool) {
        var bytes = rings ? type.bell : []
        if desktop, let notice = DesktopNotice(sequence, environment: ProcessEnvironment.value) {
            noticeCount += 1
            bytes += notice.bytes(title: printable(title), text: printable(text), number: noticeCount)
        }
        send(bytes)
    }

    /// Names the window with the next frame, where the terminal can bring the name before back; `nil` does that now. What
    /// is no printable character is left out.
    package func setTitle(_ title: String?) {
        guard type.hasTitle, title != self.title else { return }
        self.title = title
        isTitleWaiting = true
        if title == nil, latest != nil, !isFrameWaiting { paint() }
    }

    /// Puts a text on the clipboard of the terminal, where it lets programs do so (OSC 52).
    package func copy(_ text: String) {
        send(Clipboard.sequence(for: text))
    }

    /// Whether clicks and the wheel come as input, where the terminal has that, or stay the terminal's own, as to mark text:
    /// as arrow keys the wheel never comes.
    package func setMouse(_ isWanted: Bool) {
        guard type.hasMouse, isWanted != wantsMouse else { return }
        wantsMouse = isWanted
        // While another program has the terminal, it is that one's.
        guard state == .active, !hasToEnter else { return }
        device.armRestore(leave: wayBack)
        send(isWanted ? type.bringWheelBack + TerminalType.mouseOn : TerminalType.mouseOff + TerminalType.wheelApart)
    }

    /// Has text that is read from right to left be put in order here or by the terminal, from the next frame on.
    package func setTextOrder(_ choice: TextOrderChoice) {
        let isTerminals = choice.isTerminals(environment: ProcessEnvironment.value)
        TextOrder.isTerminals = isTerminals
        guard type.hasOrder, ordersText == isTerminals else { return }
        ordersText = !isTerminals
        guard state == .active, !hasToEnter else { return }
        device.armRestore(leave: wayBack)
        send(isTerminals ? TerminalType.orderTerminals : TerminalType.orderOurs)
    }

    /// Whether pictures are shown in pixels where the terminal answered that it shows any.
    package func setGraphics(_ areWanted: Bool) {
        guard areWanted != wantsPixels else { return }
        wantsPixels = areWanted
        useGraphics()
        paint()
    }

    /// Stops the job as `^Z` does in other programs, and comes back with the same screen when it continues.
    package func suspend() {
        guard state == .active else { return }
        leave()
        confab_stop_job()
        comeBack()
    }

    /// Leaves the terminal to another program until ``resume()``. Frames wait.
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

    /// Gives the terminal back to the shell. Calls after the first do nothing.
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
        // Nothing was written yet that had to be taken back.
        device.makeRaw(leave: [])
        hasToEnter = true
        isTitleWaiting = title != nil
        isCursorVisible = nil
        renderer.forget()
    }

    private func leave() {
        writer.finish()
        device.restore()
    }

    private func comeBack() {
        enter()
        isFrameWaiting = latest != nil
        lookAtSize()
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

    /// One write: what waited, and the frame that is newest now.
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
        // Nobody waits for the answer: the first frame is there, in the colours for what is likely.
        if !wasBackgroundAsked, type.tellsBackground, !bytes.isEmpty {
            wasBackgroundAsked = true
            reader.awaitBackground()
            bytes += BackgroundAnswer.question
        }
        if !bytes.isEmpty { writer.write(bytes) }
        if !renderer.hasAllPixels { awaitRest() }
    }

    /// How long nothing else has to be shown before pixels are.
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

    /// A strip in each turn of the main queue, so that a key waits for one at the most.
    private func showPixels(after count: Int) {
        guard count == frameCount, state == .active, !hasHungUp, !hasToEnter, !isFrameWaiting, !writer.isFull,
            let pixels = renderer.nextPixels()
        else { return }
        // What a terminal keeps shows nothing before all of it came, and is longer than some hold back.
        let isFrame = type.hasSynchronizedUpdates && renderer.graphics?.form == .sixel
        writer.write(isFrame ? TerminalType.beginFrame + pixels + TerminalType.endFrame : pixels)
        guard !writer.isFull else { return }
        DispatchQueue.main.async { [weak self] in
            MainActor.assumeIsolated { self?.showPixels(after: count) }
        }
    }

    /// Once, before the first frame, which is drawn over it.
    private var emojiQuestion: [UInt8] {
        guard !wereEmojiAsked, isUTF8, type.tellsCursor, EmojiQuestion.hasRoom(in: size) else { return [] }
        wereEmojiAsked = true
        reader.awaitCursor(times: EmojiQuestion.count)
        return EmojiQuestion.bytes
    }

    /// Once, before the first frame as well.
    private var graphicsQuestion: [UInt8] {
        guard !wereGraphicsAsked, isUTF8, type.tellsGraphics else { return [] }
        wereGraphicsAsked = true
        reader.awaitGraphics()
        return GraphicsAnswer.question(speaksKitty: type.tellsKittyGraphics)
    }

    private func take(graphics answer: GraphicsAnswer) {
        graphicsAnswers.append(answer)
        // What comes after that is no answer to us.
        guard case .attributes = answer else { return }
        deviceCell = device.cell
        var cell = deviceCell
        for answer in graphicsAnswers {
            switch answer {
            case .cell(let size): cell = size
            case .area(let size): mostPixelWidth = size.width
            case .kitty, .attributes: break
            }
        }
        guard let cell, let form = GraphicsAnswer.form(of: graphicsAnswers) else { return }
        knownGraphics = TerminalGraphics(form: form, cell: cell)
        useGraphics()
        paint()
    }

    private func useGraphics() {
        let wanted = wantsPixels ? knownGraphics : nil
        guard wanted != renderer.graphics else { return }
        renderer.use(wanted, mostWidth: mostPixelWidth)
        if state == .active, !hasToEnter { device.armRestore(leave: wayBack) }
        isFrameWaiting = latest != nil
        onGraphics()
    }

    private func take(cursor position: Point) {
        guard let kind = EmojiQuestion.answer(position), renderer.drawWhole(kind) else { return }
        isFrameWaiting = latest != nil
        paint()
    }

    private func take(background color: RGBColor) {
        guard color != background else { return }
        background = color
        onBackground()
    }

    /// What leads back to the shell's screen, with its wheel and its order of text.
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
            // Hidden before it wanders over the screen, shown once it stands.
            bytes = showsCursor ? bytes + type.showCursor : type.hideCursor + bytes
        }
        guard type.hasSynchronizedUpdates, !bytes.isEmpty else { return bytes }
        return TerminalType.beginFrame + bytes + TerminalType.endFrame
    }

    private func take(signal number: Int32) {
        switch number {
        case SIGWINCH where state == .active: lookAtSize()
        case SIGCONT where state == .active:
            // Whoever stopped us by force left the terminal in the shell's modes, and us without a word.
            comeBack()
        case SIGTSTP where state == .active: suspend()
        case SIGTSTP where state == .paused: confab_stop_job()
        // ^C in the program that has the terminal is that program's.
        case SIGINT where state == .paused: break
        case SIGTERM, SIGHUP, SIGINT:
            // A paste whose end hasn't come is a part of the draft.
            if state == .active { reader.finish() }
            onTerminate(number)
        default: break
        }
    }

    private func lookAtSize() {
        let now = device.size
        guard now != size else { return }
        size = now
        renderer.resize(to: now)
        lookAtCell()
        isFrameWaiting = latest != nil
        onResize(now)
        // Whoever didn't answer with a frame has the last one clipped or padded.
        paint()
    }

    /// The letters may be larger by now.
    private func lookAtCell() {
        guard let graphics = knownGraphics, let cell = device.cell, cell != deviceCell else { return }
        deviceCell = cell
        knownGraphics = TerminalGraphics(form: graphics.form, cell: cell)
        useGraphics()
    }

    private func hangUp() {
        guard !hasHungUp, state != .closed else { return }
        hasHungUp = true
        onHangUp()
    }
}
