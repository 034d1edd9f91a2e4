package import Terminal
package import ViewModels

/// The account's devices, one line each, with details of the selected device at the bottom.
@MainActor
package final class DevicesPane: FocusPane {
    package var onChange: () -> Void = {}
    private let host: PaneHost
    private var model: DevicesViewModel?
    private var selection = 0
    private var firstVisible = 0
    private var visibleCount = 1
    private var drawn = RowHitTargets<Int>()
    /// The number of the last question asked.
    private var askedNumber = 0

    package init(devices: Event<DevicesViewModel>, host: PaneHost) {
        self.host = host
        devices.subscribe(self) { pane, model in pane.apply(model) }
    }

    package var context: PaneContext { .devices }

    private var selected: DeviceViewModel? {
        model.flatMap { $0.devices.indices.contains(selection) ? $0.devices[selection] : nil }
    }

    package func draw(on canvas: Canvas, isFocused: Bool) {
        drawn.removeAll()
        guard let model else { return }
        var page = TextPage(canvas: canvas, y: canvas.size.height > 10 ? 1 : 0)
        if canvas.size.height > 3 { page.add(model.title, style: Theme.title) }
        page.addBlank()
        if model.shouldShowError { page.add(host.filled(model.errorText), style: Theme.failure) }
        if model.shouldShowBusy {
            page.add(model.busyText, style: Theme.dim)
        } else if model.devices.isEmpty, !model.shouldShowError {
            page.add(host.filled(model.emptyText), style: Theme.dim)
        }
        let words = words(width: page.width, height: canvas.size.height)
        let top = min(page.y, canvas.size.height)
        let rows = max(0, canvas.size.height - top - words.count)
        drawRows(
            model, on: canvas.part(Rectangle(x: 0, y: top, width: canvas.size.width, height: rows)),
            below: top, isFocused: isFocused)
        for (place, line) in words.enumerated() {
            let y = canvas.size.height - words.count + place
            canvas.drawShortened(line, at: Point(x: 2, y: y), style: Theme.dim, width: canvas.size.width - 2)
        }
    }

    package func back() -> Bool {
        model?.back()
        return model != nil
    }

    package func perform(_ action: ActionID) -> Bool {
        guard model != nil else { return false }
        switch action {
        case .selectPrevious: move(by: -1)
        case .selectNext: move(by: 1)
        case .selectScreenUp: move(by: -visibleCount)
        case .selectScreenDown: move(by: visibleCount)
        case .selectFirst: move(by: -selection)
        case .selectLast: move(by: .max / 2)
        case .renameDevice: askForName()
        case .logOutDevice: askToLogOut()
        case .compareEmoji, .reloadDevices: host.showMessage(closure(for: action)?())
        default: return false
        }
        onChange()
        return true
    }

    /// Selects the device at the point, or opens its actions if it is already selected.
    package func press(at point: Point) -> Bool {
        guard let place = drawn[point.y], place < model?.devices.count ?? 0 else { return false }
        if place == selection { host.onRun(.openActions) }
        selection = place
        onChange()
        return true
    }

    package func scroll(at point: Point, by rows: Int) -> Bool {
        let count = model?.devices.count ?? 0
        firstVisible = max(0, min(firstVisible + rows, count - visibleCount))
        selection = max(firstVisible, min(selection, firstVisible + visibleCount - 1, count - 1))
        onChange()
        return true
    }

    package func reason(against action: ActionID) -> DisplayText? {
        action == .renameDevice ? noDeviceReason : closure(for: action)?.reason
    }
}

extension DevicesPane {
    private static let nothingChosen = DisplayText.words("devices.none-is-chosen")

    private func closure(for action: ActionID) -> Action<Void>? {
        switch action {
        case .logOutDevice: selected?.logOut ?? .unavailable(Self.nothingChosen)
        case .compareEmoji: selected?.compare ?? .unavailable(Self.nothingChosen)
        case .reloadDevices: model?.reload
        default: nil
        }
    }

    private var noDeviceReason: DisplayText? { selected.map { $0.rename.reason } ?? Self.nothingChosen }

    private func askForName() {
        guard let selected, noDeviceReason == nil else { return host.showMessage(noDeviceReason) }
        host.ask(.words("devices.new-name", ["name": selected.name.string]), placeholder: .empty, selected.rename)
    }

    private func askToLogOut() {
        guard let selected else { return host.showMessage(Self.nothingChosen) }
        host.ask(selected.logOutQuestion, selected.logOut)
    }

    private func apply(_ model: DevicesViewModel) {
        let chosen = selected?.id
        self.model = model
        selection = chosen.flatMap { id in model.devices.firstIndex { $0.id == id } } ?? selection
        selection = max(0, min(selection, model.devices.count - 1))
        if let question = model.question, question.number > askedNumber {
            askedNumber = question.number
            switch question.answer {
            case .typed(let answer): host.ask(question.text, placeholder: .empty, isSecret: true, answer)
            case .confirmed(let answer): host.ask(question.text, answer)
            }
        }
        onChange()
    }

    private func move(by count: Int) {
        selection = max(0, min(selection + count, (model?.devices.count ?? 0) - 1))
    }

    private func drawRows(_ model: DevicesViewModel, on canvas: Canvas, below head: Int, isFocused: Bool) {
        visibleCount = max(1, canvas.size.height)
        firstVisible = max(min(firstVisible, selection), selection - visibleCount + 1)
        firstVisible = max(0, min(firstVisible, model.devices.count - visibleCount))
        for place in firstVisible..<min(model.devices.count, firstVisible + canvas.size.height) {
            let y = place - firstVisible
            drawn.add(place, y: head + y)
            draw(model.devices[place], y: y, isSelected: place == selection, on: canvas)
            if isFocused, place == selection { canvas.placeCursor(at: Point(x: 0, y: y)) }
        }
    }

    private func draw(_ device: DeviceViewModel, y: Int, isSelected: Bool, on canvas: Canvas) {
        let width = canvas.size.width
        if isSelected { canvas.draw(Marks.selected, at: Point(x: 0, y: y), style: Theme.title) }
        switch device.mark {
        case .verified: canvas.draw(Marks.verified, at: Point(x: 1, y: y), style: Theme.dim)
        case .doubtful: canvas.draw(Marks.doubtful, at: Point(x: 1, y: y), style: Theme.failure)
        case .none: break
        }
        let stateStart = max(12, min(34, width * 2 / 5))
        canvas.drawShortened(
            device.name.string, at: Point(x: 2, y: y), style: isSelected ? Theme.title : Theme.text,
            width: stateStart - 3)
        var end = width
        if width >= 60 {
            end = canvas.drawRight(
                device.lastSeen.string, right: width - 1, y: y, style: Theme.dim, left: stateStart + 22)
        }
        canvas.drawShortened(
            device.state.string, at: Point(x: stateStart, y: y), style: Theme.text, width: end - stateStart - 1)
    }

    /// Returns the details of the selected device.
    private func words(width: Int, height: Int) -> [String] {
        guard height > 4, let selected else { return [] }
        let known = [selected.id, selected.lastSeen, selected.place].map(\.string).filter { !$0.isEmpty }
        return Array(TextWrapping.lines(known.joined(separator: "  "), width: width).prefix(2))
    }
}
