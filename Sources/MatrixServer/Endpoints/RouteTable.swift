import HTTPTypes
import MatrixAPI

/// All endpoints and their access rules. A path that is not here does not exist.
struct RouteTable: Sendable {
    let routes: [Route] =
        serverRoutes + accountRoutes + roomRoutes + eventRoutes + markRoutes + pushRuleRoutes + keyRoutes
        + backupRoutes + directoryRoutes + mediaRoutes
    private let bySegmentCount: [Int: [Route]]

    init() { bySegmentCount = Dictionary(grouping: routes) { $0.template.count } }

    /// - Throws: 404 for an unknown path, 405 for a known one with another method (client-server API, "Unsupported
    ///   endpoints").
    func find(_ method: HTTPRequest.Method, _ segments: [String]) throws(EndpointError) -> (Route, [String: String]) {
        var isKnownPath = false
        for route in bySegmentCount[segments.count] ?? [] {
            guard let parameters = route.match(segments) else { continue }
            if route.method == method { return (route, parameters) }
            isKnownPath = true
        }
        throw isKnownPath
            ? EndpointError(.methodNotAllowed, .unrecognized, "The path has no such method")
            : EndpointError(.notFound, .unrecognized, "There is no such path")
    }

    private static let serverRoutes = [
        Route(.get, "/.well-known/matrix/client", .anyone, WellKnownEndpoint.get),
        Route(.get, "versions", .anyone, VersionsEndpoint.get),
        Route(.get, "v3/capabilities", .account, CapabilitiesEndpoint.get),
        Route(.get, "unstable/im.confab.stream", .account, StreamEndpoint.get),
    ]

    private static let accountRoutes = [
        Route(.get, "v3/register/available", .anyone, RegisterEndpoint.available),
        Route(.post, "v3/register", .anyone, RegisterEndpoint.post).withOptionalBody,
        Route(.get, "v3/login", .anyone, LoginEndpoint.get),
        Route(.post, "v3/login", .anyone, LoginEndpoint.post),
        Route(.post, "v3/refresh", .anyone, RefreshEndpoint.post),
        Route(.post, "v3/logout", .account, LogoutEndpoint.one).withoutBody,
        Route(.post, "v3/logout/all", .account, LogoutEndpoint.all).withoutBody,
        Route(.get, "v3/account/whoami", .account, WhoAmIEndpoint.get),
        Route(.get, "v3/devices", .account, DevicesEndpoint.list),
        Route(.get, "v3/devices/{deviceID}", .account, DevicesEndpoint.get),
        Route(.put, "v3/devices/{deviceID}", .account, DevicesEndpoint.put).withOptionalBody.writing(.accountData),
        Route(.delete, "v3/devices/{deviceID}", .account, DevicesEndpoint.delete).withOptionalBody,
        Route(.post, "v3/delete_devices", .account, DevicesEndpoint.deleteSeveral),
        Route(.get, "v3/profile/{userID}", .anyone, ProfileEndpoint.get),
        Route(.get, "v3/profile/{userID}/{field}", .anyone, ProfileEndpoint.getField),
        Route(.put, "v3/profile/{userID}/{field}", .owner, ProfileEndpoint.putField).writing(.state),
        Route(.get, "v3/presence/{userID}/status", .account, PresenceEndpoint.get),
        Route(.put, "v3/presence/{userID}/status", .owner, PresenceEndpoint.put),
        Route(.post, "v3/user_directory/search", .account, UserDirectoryEndpoint.post),
    ]

    private static let roomRoutes = [
        Route(.post, "v3/createRoom", .account, CreateRoomEndpoint.post).withOptionalBody.writing(.rooms),
        Route(.get, "v3/joined_rooms", .account, JoinedRoomsEndpoint.get),
        Route(.post, "v3/join/{roomID}", .byRoomRules, MembershipEndpoint.join).withOptionalBody.writing(.state),
        Route(.post, "v3/rooms/{roomID}/join", .byRoomRules, MembershipEndpoint.join).withOptionalBody.writing(.state),
        Route(.post, "v3/knock/{roomID}", .byRoomRules, MembershipEndpoint.knock).withOptionalBody.writing(.state),
        Route(.post, "v3/rooms/{roomID}/leave", .byRoomRules, MembershipEndpoint.leave)
            .withOptionalBody.writing(.state),
        Route(.post, "v3/rooms/{roomID}/forget", .account, ForgetEndpoint.post).withoutBody.writing(.state),
        Route(.post, "v3/rooms/{roomID}/invite", .byRoomRules, MembershipEndpoint.invite).writing(.invitations),
        Route(.post, "v3/rooms/{roomID}/kick", .byRoomRules, MembershipEndpoint.kick).writing(.state),
        Route(.post, "v3/rooms/{roomID}/ban", .byRoomRules, MembershipEndpoint.ban).writing(.state),
        Route(.post, "v3/rooms/{roomID}/unban", .byRoomRules, MembershipEndpoint.unban).writing(.state),
    ]

    private static let directoryRoutes = [
        Route(.get, "v3/directory/room/{alias}", .anyone, AliasEndpoint.get),
        Route(.put, "v3/directory/room/{alias}", .account, AliasEndpoint.put).writing(.state),
        Route(.delete, "v3/directory/room/{alias}", .account, AliasEndpoint.delete).withoutBody.writing(.state),
        Route(.get, "v3/rooms/{roomID}/aliases", .member, AliasEndpoint.ofRoom),
        Route(.get, "v3/directory/list/room/{roomID}", .account, PublicationEndpoint.get),
        Route(.put, "v3/directory/list/room/{roomID}", .byRoomRules, PublicationEndpoint.put)
            .withOptionalBody.writing(.state),
        Route(.get, "v3/publicRooms", .account, PublicRoomsEndpoint.get),
        Route(.post, "v3/publicRooms", .account, PublicRoomsEndpoint.post).withOptionalBody,
        Route(.get, "v1/room_summary/{roomID}", .account, RoomSummaryEndpoint.get),
        Route(.get, "v1/rooms/{roomID}/hierarchy", .account, HierarchyEndpoint.get),
    ]

    private static let eventRoutes = [
        Route(.get, "v3/sync", .account, .poll(SyncEndpoint.get)),
        Route(.put, "v3/rooms/{roomID}/send/{type}/{transactionID}", .byRoomRules, SendEndpoint.put).writing(.events),
        Route(.put, "v3/rooms/{roomID}/redact/{eventID}/{transactionID}", .byRoomRules, RedactEndpoint.put)
            .withOptionalBody.writing(.events),
        Route(.get, "v3/rooms/{roomID}/state", .formerMember, StateEndpoint.all),
        Route(.get, "v3/rooms/{roomID}/state/{type}", .formerMember, StateEndpoint.get),
        Route(.get, "v3/rooms/{roomID}/state/{type}/{stateKey}", .formerMember, StateEndpoint.get),
        Route(.put, "v3/rooms/{roomID}/state/{type}", .byRoomRules, StateEndpoint.put).writing(.state),
        Route(.put, "v3/rooms/{roomID}/state/{type}/{stateKey}", .byRoomRules, StateEndpoint.put).writing(.state),
        Route(.get, "v3/rooms/{roomID}/event/{eventID}", .reader, EventEndpoint.get),
        Route(.get, "v3/rooms/{roomID}/context/{eventID}", .reader, ContextEndpoint.get),
        Route(.get, "v1/rooms/{roomID}/relations/{eventID}", .reader, RelationsEndpoint.get),
        Route(.get, "v1/rooms/{roomID}/relations/{eventID}/{relationType}", .reader, RelationsEndpoint.get),
        Route(
            .get, "v1/rooms/{roomID}/relations/{eventID}/{relationType}/{eventType}", .reader,
            RelationsEndpoint.get),
        Route(.post, "v3/search", .account, SearchEndpoint.post),
        Route(.get, "v3/rooms/{roomID}/messages", .formerMember, MessagesEndpoint.get),
        Route(.get, "v3/rooms/{roomID}/members", .formerMember, MembersEndpoint.all),
        Route(.get, "v3/rooms/{roomID}/joined_members", .member, MembersEndpoint.joined),
    ]

    private static let mediaRoutes = [
        Route(.post, "/_matrix/media/v3/upload", .account, .upload(UploadEndpoint.post)),
        Route(.post, "/_matrix/media/v1/create", .account, UploadEndpoint.create).withoutBody,
        Route(.put, "/_matrix/media/v3/upload/{serverName}/{mediaID}", .account, .upload(UploadEndpoint.put)),
        Route(.get, "v1/media/config", .account, MediaConfigEndpoint.get),
        Route(.get, "v1/media/download/{serverName}/{mediaID}", .account, .file(DownloadEndpoint.get)),
        Route(.get, "v1/media/download/{serverName}/{mediaID}/{fileName}", .account, .file(DownloadEndpoint.get)),
        Route(.get, "v1/media/thumbnail/{serverName}/{mediaID}", .account, .file(ThumbnailEndpoint.get)),
        Route(.get, "/_matrix/media/v3/config", .account, MediaConfigEndpoint.get),
        Route(.get, "/_matrix/media/v3/download/{serverName}/{mediaID}", .anyone, .file(FrozenMediaEndpoint.get)),
        Route(
            .get, "/_matrix/media/v3/download/{serverName}/{mediaID}/{fileName}", .anyone,
            .file(FrozenMediaEndpoint.get)),
        Route(.get, "/_matrix/media/v3/thumbnail/{serverName}/{mediaID}", .anyone, .file(FrozenMediaEndpoint.get)),
    ]

    private static let markRoutes = [
        Route(.post, "v3/user/{userID}/filter", .owner, FilterEndpoint.post).writing(.accountData),
        Route(.get, "v3/user/{userID}/filter/{filterID}", .owner, FilterEndpoint.get),
        Route(.get, "v3/user/{userID}/account_data/{type}", .owner, AccountDataEndpoint.get),
        Route(.put, "v3/user/{userID}/account_data/{type}", .owner, AccountDataEndpoint.put).writing(.accountData),
        Route(.get, "v3/user/{userID}/rooms/{roomID}/account_data/{type}", .owner, AccountDataEndpoint.get),
        Route(.put, "v3/user/{userID}/rooms/{roomID}/account_data/{type}", .owner, AccountDataEndpoint.put).writing(
            .accountData),
        Route(.get, "v3/user/{userID}/rooms/{roomID}/tags", .owner, TagsEndpoint.get),
        Route(.put, "v3/user/{userID}/rooms/{roomID}/tags/{tag}", .owner, TagsEndpoint.put)
            .withOptionalBody.writing(.accountData),
        Route(.delete, "v3/user/{userID}/rooms/{roomID}/tags/{tag}", .owner, TagsEndpoint.delete)
            .withoutBody.writing(.accountData),
        Route(.post, "v3/rooms/{roomID}/receipt/{receiptType}/{eventID}", .member, ReceiptEndpoint.post)
            .withOptionalBody.writing(.receipts),
        Route(.post, "v3/rooms/{roomID}/read_markers", .member, ReadMarkersEndpoint.post)
            .withOptionalBody.writing(.receipts),
        Route(.put, "v3/rooms/{roomID}/typing/{userID}", .member, TypingEndpoint.put).writing(.typing),
    ]

    private static let keyRoutes = [
        Route(.post, "v3/keys/upload", .account, KeysEndpoint.upload).forMany.withOptionalBody.writing(.keys),
        Route(.post, "v3/keys/query", .account, KeysEndpoint.query).forMany,
        Route(.post, "v3/keys/claim", .account, KeysEndpoint.claim).forMany.writing(.keys),
        Route(.post, "v3/keys/device_signing/upload", .account, CrossSigningEndpoint.uploadKeys)
            .withOptionalBody.writing(.keys),
        Route(.post, "v3/keys/signatures/upload", .account, CrossSigningEndpoint.uploadSignatures)
            .forMany.writing(.keys),
        Route(.get, "v3/keys/changes", .account, KeysEndpoint.changes),
        Route(.put, "v3/sendToDevice/{type}/{transactionID}", .account, SendToDeviceEndpoint.put).forMany.writing(
            .deviceMessages),
    ]

    /// Backups are always the caller's own. The room in the path may be one that the caller left.
    private static let backupRoutes = [
        Route(.post, "v3/room_keys/version", .account, KeyBackupEndpoint.make).writing(.keys),
        Route(.get, "v3/room_keys/version", .account, KeyBackupEndpoint.get),
        Route(.get, "v3/room_keys/version/{version}", .account, KeyBackupEndpoint.get),
        Route(.put, "v3/room_keys/version/{version}", .account, KeyBackupEndpoint.put).writing(.keys),
        Route(.delete, "v3/room_keys/version/{version}", .account, KeyBackupEndpoint.delete).withoutBody.writing(.keys),
        Route(.get, "v3/room_keys/keys", .account, BackedUpKeysEndpoint.get),
        Route(.put, "v3/room_keys/keys", .account, BackedUpKeysEndpoint.put).forMany.writing(.keys),
        Route(.delete, "v3/room_keys/keys", .account, BackedUpKeysEndpoint.delete).withoutBody.writing(.keys),
        Route(.get, "v3/room_keys/keys/{backupRoomID}", .account, BackedUpKeysEndpoint.get),
        Route(.put, "v3/room_keys/keys/{backupRoomID}", .account, BackedUpKeysEndpoint.put).forMany.writing(.keys),
        Route(.delete, "v3/room_keys/keys/{backupRoomID}", .account, BackedUpKeysEndpoint.delete)
            .withoutBody.writing(.keys),
        Route(.get, "v3/room_keys/keys/{backupRoomID}/{sessionID}", .account, BackedUpKeysEndpoint.get),
        Route(.put, "v3/room_keys/keys/{backupRoomID}/{sessionID}", .account, BackedUpKeysEndpoint.put).writing(.keys),
        Route(.delete, "v3/room_keys/keys/{backupRoomID}/{sessionID}", .account, BackedUpKeysEndpoint.delete)
            .withoutBody.writing(.keys),
    ]

    /// Push rules are always the caller's own.
    private static let pushRuleRoutes = [
        Route(.get, "v3/pushrules", .account, PushRulesEndpoint.get),
        Route(.get, "v3/pushrules/", .account, PushRulesEndpoint.get),
        Route(.get, "v3/pushrules/global", .account, PushRulesEndpoint.global),
        Route(.get, "v3/pushrules/global/", .account, PushRulesEndpoint.global),
        Route(.get, "v3/pushrules/global/{kind}", .account, PushRulesEndpoint.kind),
        Route(.get, "v3/pushrules/global/{kind}/{ruleID}", .account, PushRuleEndpoint.get),
        Route(.put, "v3/pushrules/global/{kind}/{ruleID}", .account, PushRuleEndpoint.put).writing(.accountData),
        Route(.delete, "v3/pushrules/global/{kind}/{ruleID}", .account, PushRuleEndpoint.delete)
            .withoutBody.writing(.accountData),
        Route(.get, "v3/pushrules/global/{kind}/{ruleID}/enabled", .account, PushRuleEndpoint.getEnabled),
        Route(.put, "v3/pushrules/global/{kind}/{ruleID}/enabled", .account, PushRuleEndpoint.putEnabled).writing(
            .accountData),
        Route(.get, "v3/pushrules/global/{kind}/{ruleID}/actions", .account, PushRuleEndpoint.getActions),
        Route(.put, "v3/pushrules/global/{kind}/{ruleID}/actions", .account, PushRuleEndpoint.putActions).writing(
            .accountData),
    ]
}
