import Foundation
import MatrixAPI
import MatrixServer
import NIOHTTP1
import Testing

@Suite(.timeLimit(.minutes(5))) struct AccountTests {
    @Test func registrationRequiresItsToken() async throws {
        let server = try await ServerUnderTest.start(registration: .token("tea"))
        let asked = try await server.request(.POST, "v3/register", ["username": "ana", "password": "secret"])
        #expect(asked.status == 401)
        #expect(asked.body["flows"]?.array?.first?["stages"]?.array == ["m.login.registration_token"])
        let session = try #require(asked.body["session"])
        for (token, status) in [("coffee", 401), ("tea", 200)] {
            let auth: JSONValue = ["type": "m.login.registration_token", "token": .string(token), "session": session]
            let answer = try await server.request(
                .POST, "v3/register", ["username": "ana", "password": "secret", "auth": auth])
            #expect(answer.status == status)
        }
        #expect(try await server.request(.GET, "v3/register/available?username=ana").code == "M_USER_IN_USE")
        #expect(try await server.request(.GET, "v3/register/available?username=A").code == "M_INVALID_USERNAME")
        await server.stop()
    }

    @Test func logoutInvalidatesTheAccessToken() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        #expect(try await ana.ask(.GET, "v3/account/whoami").body["user_id"]?.string == ana.userID)
        #expect(try await ana.ask(.POST, "v3/logout").status == 200)
        #expect(try await ana.ask(.GET, "v3/account/whoami").code == "M_UNKNOWN_TOKEN")
        await server.stop()
    }

    @Test func deviceWithoutANameHasNoNullValues() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let list = try await ana.ask(.GET, "v3/devices").body["devices"]?.array ?? []
        let name = try await ana.deviceID()
        let one = try await ana.ask(.GET, "v3/devices/\(name)").body
        #expect(list.count == 1)
        for device in list + [one] {
            let members = device.object ?? [:]
            #expect(members.keys.sorted() == ["device_id", "display_name", "last_seen_ip", "last_seen_ts"])
            #expect(members["device_id"]?.string == name && !members.values.contains(.null))
        }
        await server.stop()
    }

    @Test func localSessionNeedsNoPassword() async throws {
        let server = try await ServerUnderTest.start(registration: .closed)
        let first = try await server.server.localSession(localpart: "ana", displayName: "Ana", deviceID: "HERE")
        let second = try await server.server.localSession(localpart: "ana", displayName: "Ana", deviceID: "HERE")
        #expect(try await server.request(.GET, "v3/account/whoami", token: first.accessToken).status == 401)
        #expect(try await server.request(.GET, "v3/account/whoami", token: second.accessToken).status == 200)
        let login = try await server.request(
            .POST, "v3/login", ["type": "m.login.password", "user": "ana", "password": ""])
        #expect(login.status == 403)
        await server.stop()
    }

    @Test func aNewDisplayNameReachesTheRooms() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let room = try await ana.createRoom()
        #expect(try await ana.ask(.PUT, "v3/profile/\(ana.userID)/displayname", ["displayname": "Ana B"]).status == 200)
        let member = try await ana.ask(.GET, "v3/rooms/\(room)/state/m.room.member/\(ana.userID)")
        #expect(member.body["displayname"]?.string == "Ana B")
        let found = try await server.person("bo").ask(.POST, "v3/user_directory/search", ["search_term": "ana b"])
        #expect(found.body["results"]?.array?.first?["user_id"]?.string == ana.userID)
        await server.stop()
    }
}
