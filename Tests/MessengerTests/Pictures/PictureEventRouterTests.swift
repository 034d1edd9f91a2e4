import Conversations
import Foundation
import MatrixAPI
import Pictures
import Testing
import ViewModels

@testable import Engine
@testable import Messenger

/// Tests the fetching and drawing of pictures, and the messages if that fails.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct PictureEventRouterTests {
    private static let content: JSONValue = [
        "msgtype": "m.image", "body": "cat.png", "url": "mxc://x/cat", "info": ["w": 400, "h": 200, "size": 900],
    ]
    private static let room = CellSize(columns: 40, rows: 10)

    /// - Parameter means: The terminal's way to show pictures. `nil` if it has none.
    private static func bench(means: PictureSupport? = .palette) async throws -> Workbench {
        let home = "/tmp/confab-pictures-\(UUID().uuidString.prefix(13))"
        let bench = try Workbench(
            media: MediaDirectories(kept: home, downloads: home, home: home, show: { _ in nil }),
            pictures: PictureRenderer(process: PictureProcess(program: "/nowhere/confab")) { means })
        bench.queue.open()
        try await bench.sync([Story.event("1", content: content)])
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
        await bench.answered()
        return bench
    }

    private static func order(_ room: CellSize = room, of eventID: String = "$1") throws -> PictureDrawingRequest {
        PictureDrawingRequest(eventID: eventID, picture: try #require(MessagePicture(content: content)), room: room)
    }

    private static func drawing(foreground: UInt8?) throws -> PictureDrawing {
        let cell = PictureDrawing.Cell(scalar: "█", foreground: foreground, background: nil)
        return PictureDrawing(
            columns: 40, cells: Array(repeating: cell, count: 400),
            original: try #require(PixelSize(width: 400, height: 200)))
    }

    private static func pictures(_ bench: Workbench) -> [PictureViewModel] {
        bench.openChat.rows.compactMap { row in
            if case .message(let message) = row.content { message.picture } else { nil }
        }
    }

    private static func shown(_ bench: Workbench) -> PictureViewModel? { pictures(bench).last }

    @Test func pictureShapeIsKnownBeforeDownload() async throws {
        let bench = try await Self.bench()
        let picture = try #require(Self.shown(bench))
        #expect(picture.content == .awaited && picture.shape == PictureShape(width: 400, height: 200))
        #expect(picture.room(columns: 60) == Self.room)
        await bench.tasks.finish()
    }

    @Test func picturesNeedTerminalSupportAndSetting() async throws {
        let plain = try await Self.bench(means: nil)
        #expect(Self.shown(plain) == nil)
        let bench = try await Self.bench()
        var settings = MessengerSettings()
        settings.media.pictures = .off
        bench.queue.post(SettingsEvent.changed(settings, problems: []))
        #expect(Self.shown(bench) == nil)
        bench.queue.post(PictureEvent.wanted([try Self.order()], chatID: Story.chatID))
        #expect(bench.state.pictures.begin(try Self.order(), .palette, now: 0))
        for one in [plain, bench] { await one.tasks.finish() }
    }

    @Test func picturesAreFetchedOnlyForJoinedChats() async throws {
        let bench = try await Self.bench()
        bench.state.chatList.merge([
            Chat(id: "!invited", membership: .invited), Chat(id: "!left", membership: .left),
            Chat(id: "!asked", membership: .knocked),
        ])
        for chatID in ["!invited", "!left", "!asked", "!unknown"] {
            bench.queue.post(PictureEvent.wanted([try Self.order()], chatID: chatID))
            // This checks that the picture is not being drawn already.
            #expect(bench.state.pictures.begin(try Self.order(), .palette, now: 0))
            bench.state.pictures.fail(.picture(.cancelled), of: try Self.order(), now: -PictureModel.pause)
        }
        bench.queue.post(PictureEvent.wanted([try Self.order()], chatID: Story.chatID))
        #expect(!bench.state.pictures.begin(try Self.order(), .palette, now: 0))
        await bench.tasks.finish()
    }

    @Test func permanentFailureIsShownAndTemporaryIsNot() async throws {
        let bench = try await Self.bench()
        let order = try Self.order()
        #expect(bench.state.pictures.begin(order, .palette, now: 0) == true)
        bench.queue.post(PictureEvent.failed(order, .picture(.missing(.drawer))))
        #expect(
            Self.shown(bench)?.content
                == .failed("no picture: the package libchafa0 draws it, and is not installed"))
        await bench.tasks.finish()
        let other = try await Self.bench()
        #expect(other.state.pictures.begin(order, .palette, now: 0) == true)
        other.queue.post(PictureEvent.failed(order, .media(.busy)))
        #expect(Self.shown(other)?.content == .awaited)
        await other.tasks.finish()
    }

    @Test func drawnPictureIsShownInItsRow() async throws {
        let bench = try await Self.bench()
        let order = try Self.order()
        #expect(bench.state.pictures.begin(order, .palette, now: 0) == true)
        bench.queue.post(PictureEvent.drawn(order, try Self.drawing(foreground: 20), .palette))
        let picture = try #require(Self.shown(bench))
        guard case .drawn(let drawn) = picture.content else {
            Issue.record("it is not drawn")
            return
        }
        #expect(drawn.row(9).count == 40 && drawn.row(0).first?.foreground == 20)
        #expect(picture.missingSize(columns: 60) == nil && picture.missingSize(columns: 20) != nil)
        await bench.tasks.finish()
    }

    /// Two messages with the same picture.
    @Test func pictureThatWasSentTwiceIsShownInBothRows() async throws {
        let bench = try await Self.bench()
        try await bench.sync([Story.event("2", by: Story.ana, content: Self.content)])
        await bench.answered()
        for eventID in ["$1", "$2"] {
            let order = try Self.order(of: eventID)
            #expect(bench.state.pictures.begin(order, .palette, now: 0) == true)
            bench.queue.post(PictureEvent.drawn(order, try Self.drawing(foreground: 20), .palette))
        }
        let drawn = Self.pictures(bench).map { picture in
            if case .drawn = picture.content { true } else { false }
        }
        #expect(drawn == [true, true])
        await bench.tasks.finish()
    }

    /// The terminal reported its capabilities while the picture was being drawn.
    @Test func drawingForOldTerminalModeIsRedrawn() async throws {
        let bench = try await Self.bench()
        let order = try Self.order()
        let mono = PictureSupport(.mono(isLight: true))
        #expect(bench.state.pictures.begin(order, mono, now: 0) == true)
        bench.queue.post(PictureEvent.drawn(order, try Self.drawing(foreground: nil), mono))
        #expect(bench.state.pictures.begin(order, .palette, now: 0) == false)
        await bench.tasks.finish()
    }
}
