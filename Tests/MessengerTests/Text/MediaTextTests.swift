import Conversations
import MatrixAPI
import Testing
import ViewModels

@testable import Engine
@testable import Messenger
@testable import Presentation

/// Tests the text of files and locations: the known properties follow the name.
@Suite(.timeLimit(.minutes(5))) struct MediaTextTests {
    private func text(_ content: JSONValue) -> String {
        MessageDecoder.message(from: MatrixEvent(timelineJSON: Story.event("1", content: content))).text
    }

    private static let sentences: [(JSONValue, String)] = [
        (["msgtype": "m.image", "body": "cat.jpg", "info": ["size": 640]], "[picture] cat.jpg, 640 bytes"),
        (["msgtype": "m.image", "body": "cat.jpg", "info": ["size": 0]], "[picture] cat.jpg"),
        (["msgtype": "m.file", "body": "a.pdf", "info": ["size": 3_456_789]], "[file] a.pdf, 3.4 MB"),
        (["msgtype": "m.file", "body": "a.pdf", "info": ["size": 999_999]], "[file] a.pdf, 999 kB"),
        (["msgtype": "m.file", "body": "a.pdf", "filename": "a.pdf"], "[file] a.pdf"),
        (["msgtype": "m.file", "body": "read this", "filename": "a.pdf"], "[file] a.pdf: read this"),
        (
            ["msgtype": "m.video", "body": "a.mp4", "info": ["size": 12_000, "duration": 3_723_000]],
            "[video] a.mp4, 1:02:03, 12 kB"
        ),
        (["msgtype": "m.audio", "body": "song", "info": ["duration": 61_001]], "[sound] song, 1:02"),
        (["msgtype": "m.audio", "body": "song", "info": ["duration": -1, "size": "x"]], "[sound] song"),
        (
            [
                "msgtype": "m.audio", "body": "Voice.ogg", "org.matrix.msc3245.voice": [:],
                "org.matrix.msc1767.audio": ["duration": 12_000],
            ], "Voice message, 0:12"
        ),
        (["msgtype": "m.audio", "body": "Voice.ogg", "org.matrix.msc3245.voice": [:]], "Voice message"),
        (
            ["msgtype": "m.location", "body": "Café", "geo_uri": "geo:51.5,-0.12;u=9"],
            "Location: Café (geo:51.5,-0.12)"
        ),
        (
            ["msgtype": "m.location", "body": "at geo:51.5,-0.12", "geo_uri": "geo:51.5,-0.12"],
            "Location: geo:51.5,-0.12"
        ),
        (["msgtype": "m.location", "body": "Café", "geo_uri": "http://example.org"], "Location: Café"),
    ]

    @Test(arguments: sentences) func mediaTextDescribesFileOrLocation(content: JSONValue, sentence: String) {
        #expect(text(content) == sentence)
    }

    @Test(arguments: [
        "geo:91,0", "geo:0,181", "geo:1", "geo:1,2,3,4", "geo:a,b", "geo:1,2;crs=moon", "GEO:", "geo:1e1,2",
        "geo:nan,1", "geo:1,2\u{1B}[2J",
    ]) func invalidGeoAddressIsRejected(address: String) {
        #expect(GeoAddress(address) == nil)
    }

    @Test func locationLinksToMap() throws {
        let place = try #require(GeoAddress("geo:51.5,-0.12;crs=wgs84"))
        let link = try #require(MessageLink(place))
        #expect(link.address == "https://www.openstreetmap.org/?mlat=51.5&mlon=-0.12#map=16/51.5/-0.12")
        #expect(link.host == "www.openstreetmap.org")
    }
}
