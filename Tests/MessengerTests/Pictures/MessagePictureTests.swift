import MatrixAPI
import Testing
import ViewModels

@testable import Messenger

@Suite(.timeLimit(.minutes(5))) struct MessagePictureTests {
    private static let sealed: JSONValue = [
        "url": "mxc://x/sealed", "v": "v2", "iv": "AAAAAAAAAAAAAAAAAAAAAA", "hashes": ["sha256": "a"],
        "key": ["kty": "oct", "k": "k", "alg": "A256CTR", "ext": true, "key_ops": ["encrypt", "decrypt"]],
    ]

    @Test func pictureShapeIsReadFromInfo() {
        func shape(_ info: JSONValue) -> PictureShape? {
            MessagePicture(content: ["msgtype": "m.image", "url": "mxc://x/cat", "info": info])?.shape
        }
        #expect(shape(["w": 640, "h": 480]) == PictureShape(width: 640, height: 480))
        for info: JSONValue in [
            [:], ["w": 640], ["w": 0, "h": 5], ["w": -3, "h": 5], ["w": "640", "h": 480], "none",
        ] {
            #expect(shape(info) == nil)
        }
        #expect(shape(["w": .integer(.max), "h": .integer(.max)]) == nil)
    }

    @Test func thumbnailIsUsedOnlyIfEncryptedLikePicture() {
        let info: JSONValue = ["thumbnail_file": Self.sealed, "thumbnail_info": ["size": 3_000]]
        let sealed = MessagePicture(content: ["msgtype": "m.image", "file": Self.sealed, "info": info])
        #expect(sealed?.sealedThumbnail?.encryption != nil && sealed?.sealedThumbnail?.size == 3_000)
        #expect(MessagePicture(content: ["url": "mxc://x/cat", "info": info])?.sealedThumbnail == nil)
        let inClear: JSONValue = ["file": Self.sealed, "info": ["thumbnail_url": "mxc://x/small"]]
        #expect(MessagePicture(content: inClear)?.sealedThumbnail == nil)
    }

    @Test func contentWithoutMediaAddressIsNotAPicture() {
        #expect(MessagePicture(content: ["msgtype": "m.image", "body": "cat"]) == nil)
        #expect(MessagePicture(content: ["msgtype": "m.image", "url": "https://x/cat"]) == nil)
    }
}
