import Foundation
import MatrixAPI
import MatrixClient
import Pictures
import TestSupport
import Testing
import ViewModels

@testable import Engine
@testable import Messenger

/// Tests which bytes of a picture are fetched automatically.
@Suite(.timeLimit(.minutes(5))) struct PictureFetchTests {
    private struct Bench {
        let proxy: FaultProxy
        let home: String
        let client: HomeserverClient

        func path(of content: JSONValue) async -> Result<String, PictureError> {
            let places = MediaDirectories(kept: home + "/media", downloads: home, home: home, show: { _ in nil })
            let fetch = PictureFetch(media: MediaFetch(client: client, places: places, settings: MediaSettings()))
            do throws(PictureError) {
                guard let picture = MessagePicture(content: content) else { throw .large }
                return .success(try await fetch.path(of: picture))
            } catch {
                return .failure(error)
            }
        }

        func bytes(of content: JSONValue) async throws -> String {
            try String(contentsOfFile: await path(of: content).get(), encoding: .utf8)
        }

        func answer(_ place: FaultPlace, _ body: String, status: Int = 200) {
            proxy.meetOnly(place, with: .answer(status: status, headers: [:], body: body), times: .max)
        }
    }

    private static func picture(_ size: Int64?, _ name: String = "cat") -> JSONValue {
        var content: JSONValue = ["msgtype": "m.image", "body": "cat.png", "url": .string("mxc://localhost/\(name)")]
        if let size { content["info"] = ["size": .integer(size)] }
        return content
    }

    private static func run(_ body: @escaping @Sendable (Bench) async throws -> Void) async throws {
        try await TestServer.run { server in
            guard case .url(let address) = await server.tcpHomeserver else { return }
            let proxy = try await FaultProxy(to: address)
            let ana = try await Person.register("ana", on: server, at: .url(proxy.address))
            try await body(Bench(proxy: proxy, home: server.directory + "/home", client: ana.client))
            await ana.client.shutdown()
        }
    }

    @Test func smallPictureIsFetchedInFull() async throws {
        try await Self.run { bench in
            bench.answer(.media, "picture")
            let bytes = try await bench.bytes(of: Self.picture(7))
            #expect(bytes == "picture")
            #expect(bench.proxy.count(of: .thumbnail) == 0)
        }
    }

    @Test func largePictureIsFetchedAsThumbnailOnce() async throws {
        try await Self.run { bench in
            bench.answer(.thumbnail, "smaller")
            for size: Int64? in [5_000_000, 50_000_000, nil] {
                let bytes = try await bench.bytes(of: Self.picture(size))
                #expect(bytes == "smaller")
            }
            #expect(bench.proxy.count(of: .thumbnail) == 1 && bench.proxy.count(of: .media) == 1)
        }
    }

    @Test(arguments: [400, 404, 413, 500]) func missingThumbnailFallsBackToThePicture(status: Int) async throws {
        try await Self.run { bench in
            let whole = String(repeating: "a", count: 500_000)
            bench.answer(.thumbnail, #"{"errcode":"M_UNKNOWN","error":"none"}"#, status: status)
            bench.proxy.meet(.media, with: .answer(status: 200, headers: [:], body: whole), times: .max)
            let bytes = try await bench.bytes(of: Self.picture(500_000))
            #expect(bytes == whole)
            // A picture beyond the limit for automatic downloads isn't even requested.
            let asked = bench.proxy.count(of: .media) - bench.proxy.count(of: .thumbnail)
            let large = await bench.path(of: Self.picture(9_000_000, "dog"))
            #expect(large == .failure(.large))
            #expect(bench.proxy.count(of: .media) - bench.proxy.count(of: .thumbnail) == asked)
        }
    }

    /// The picture is available after the login to a captive portal, so it is fetched again, whatever its size is.
    @Test(arguments: [7, 9_000_000]) func captivePortalPageIsNotAPicture(size: Int64) async throws {
        try await Self.run { bench in
            bench.proxy.meetOnly(.media, with: .portal, times: .max)
            guard case .failure(let failure) = await bench.path(of: Self.picture(size)) else {
                Issue.record("it was taken for one")
                return
            }
            #expect(failure == .media(.server(.notMatrix(status: 200))) && failure.passes)
            bench.answer(size > 400_000 ? .thumbnail : .media, "picture")
            let bytes = try await bench.bytes(of: Self.picture(size))
            #expect(bytes == "picture")
        }
    }

    @Test func pictureWithWrongKeyIsRejected() async throws {
        try await Self.run { bench in
            bench.answer(.media, "noise")
            let sealed: JSONValue = [
                "msgtype": "m.image", "body": "cat",
                "file": [
                    "url": "mxc://localhost/cat", "v": "v2", "iv": "AAAAAAAAAAAAAAAAAAAAAA",
                    "hashes": ["sha256": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"],
                    "key": [
                        "kty": "oct", "k": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "alg": "A256CTR",
                        "ext": true, "key_ops": ["encrypt", "decrypt"],
                    ],
                ],
            ]
            let found = await bench.path(of: sealed)
            #expect(found == .failure(.media(.otherContent)))
            #expect(bench.proxy.count(of: .thumbnail) == 0)
        }
    }
}
