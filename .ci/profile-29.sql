-- The database of a profile as it was before there was a search in it (version 29).
CREATE TABLE chats (
    id TEXT NOT NULL PRIMARY KEY,
    membership TEXT NOT NULL,
    given_name TEXT,
    canonical_alias TEXT,
    topic TEXT,
    joined_count INTEGER NOT NULL,
    invited_count INTEGER NOT NULL,
    inviter_id TEXT,
    inviter_name TEXT,
    is_encrypted INTEGER NOT NULL,
    notification_count INTEGER NOT NULL,
    highlight_count INTEGER NOT NULL,
    last_activity INTEGER NOT NULL,
    fully_read_event_id TEXT,
    last_position INTEGER,
    is_direct_invitation INTEGER NOT NULL
, is_pinned INTEGER NOT NULL DEFAULT 0, pin_order REAL, is_archived INTEGER NOT NULL DEFAULT 0, is_marked_unread INTEGER NOT NULL DEFAULT 0, replacement_id TEXT, replacement_server TEXT, predecessor_id TEXT, is_space INTEGER NOT NULL DEFAULT 0, invitation_reason TEXT);
CREATE TABLE members (
    chat_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    display_name TEXT,
    membership TEXT NOT NULL,
    PRIMARY KEY (chat_id, user_id)
) WITHOUT ROWID;
CREATE TABLE heroes (
    chat_id TEXT NOT NULL,
    rank INTEGER NOT NULL,
    user_id TEXT NOT NULL,
    PRIMARY KEY (chat_id, rank)
) WITHOUT ROWID;
CREATE TABLE direct_chats (
    chat_id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE removals (
    chat_id TEXT NOT NULL,
    event_id TEXT NOT NULL, removal_id TEXT, removed_by TEXT, removed_at INTEGER, removal_reason TEXT,
    PRIMARY KEY (chat_id, event_id)
) WITHOUT ROWID;
CREATE TABLE receipts (
    chat_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    event_id TEXT NOT NULL,
    timestamp INTEGER NOT NULL,
    PRIMARY KEY (chat_id, user_id)
) WITHOUT ROWID;
CREATE TABLE outbox (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    chat_id TEXT NOT NULL,
    type TEXT NOT NULL,
    body TEXT NOT NULL,
    is_emote INTEGER NOT NULL,
    content TEXT NOT NULL,
    accepted_at INTEGER NOT NULL,
    state TEXT NOT NULL,
    detail TEXT
, purpose TEXT NOT NULL DEFAULT 'message', target_event_id TEXT, target_line_id TEXT, argument TEXT, formatted_body TEXT, reply_to TEXT, may_have_left INTEGER NOT NULL DEFAULT 1, left_device TEXT, left_at INTEGER, kind TEXT, sealed TEXT);
CREATE TABLE drafts (
    chat_id TEXT NOT NULL PRIMARY KEY,
    text TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE settings (
    key TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE local_contacts (
    user_id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    note TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE account_contacts (
    user_id TEXT NOT NULL PRIMARY KEY,
    name TEXT,
    note TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE edits (
    chat_id TEXT NOT NULL,
    event_id TEXT NOT NULL,
    target_id TEXT NOT NULL,
    sender TEXT NOT NULL,
    timestamp INTEGER NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    formatted_body TEXT,
    source TEXT NOT NULL, mentions TEXT, is_encrypted INTEGER NOT NULL DEFAULT 0, encryption TEXT,
    PRIMARY KEY (chat_id, event_id)
) WITHOUT ROWID;
CREATE TABLE reactions (
    chat_id TEXT NOT NULL,
    event_id TEXT NOT NULL,
    target_id TEXT NOT NULL,
    sender TEXT NOT NULL,
    key TEXT NOT NULL,
    timestamp INTEGER NOT NULL,
    PRIMARY KEY (chat_id, event_id)
) WITHOUT ROWID;
CREATE TABLE line_stories (
    id TEXT NOT NULL PRIMARY KEY,
    chat_id TEXT NOT NULL,
    event_id TEXT,
    accepted_at INTEGER NOT NULL,
    kept_at INTEGER NOT NULL,
    left_at INTEGER,
    tries INTEGER NOT NULL DEFAULT 0,
    answered_at INTEGER,
    refused_at INTEGER,
    refusal TEXT
) WITHOUT ROWID;
CREATE TABLE notification_levels (
    chat_id TEXT NOT NULL PRIMARY KEY,
    level TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE ignored_people (
    user_id TEXT NOT NULL PRIMARY KEY
, since INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
CREATE TABLE powers (
    chat_id TEXT NOT NULL PRIMARY KEY,
    levels TEXT,
    creation TEXT,
    creator TEXT
) WITHOUT ROWID;
CREATE TABLE pending_receipts (chat_id TEXT NOT NULL PRIMARY KEY, event_id TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE forgotten_chats (chat_id TEXT PRIMARY KEY NOT NULL) WITHOUT ROWID;
CREATE TABLE chat_keys (
    key INTEGER PRIMARY KEY CHECK (key BETWEEN 1 AND 1048574),
    chat_id TEXT NOT NULL UNIQUE
);
CREATE TABLE messages (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    event_id TEXT NOT NULL,
    sender TEXT NOT NULL,
    timestamp INTEGER NOT NULL,
    is_removed INTEGER NOT NULL,
    edit_id TEXT,
    body TEXT NOT NULL,
    formatted_body TEXT,
    subject_id TEXT,
    subject_name TEXT,
    subject_change TEXT,
    reply_to TEXT,
    transaction_id TEXT,
    mentions TEXT,
    removal_id TEXT,
    removed_by TEXT,
    removed_at INTEGER,
    removal_reason TEXT,
    event_type TEXT,
    source TEXT NOT NULL,
    chat_key INTEGER NOT NULL AS (id >> 43) VIRTUAL,
    position INTEGER NOT NULL AS ((id & 8796093022207) - 4398046511104) VIRTUAL
, encryption TEXT, thread_id TEXT);
CREATE TABLE gaps (
    chat_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    token TEXT NOT NULL,
    PRIMARY KEY (chat_id, position)
) WITHOUT ROWID;
CREATE TABLE own_device (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    device_id TEXT NOT NULL,
    account BLOB NOT NULL,
    is_uploaded INTEGER NOT NULL
);
CREATE TABLE olm_sessions (
    id INTEGER PRIMARY KEY,
    peer_key TEXT NOT NULL,
    session_id TEXT NOT NULL,
    state BLOB NOT NULL,
    used_at INTEGER NOT NULL,
    began_at INTEGER NOT NULL,
    UNIQUE (peer_key, session_id)
);
CREATE TABLE room_keys (
    id INTEGER PRIMARY KEY,
    chat_id TEXT NOT NULL,
    session_id TEXT NOT NULL,
    sender TEXT NOT NULL,
    sender_key TEXT NOT NULL,
    signing_key TEXT,
    first_index INTEGER NOT NULL,
    origin TEXT NOT NULL,
    is_shareable INTEGER NOT NULL,
    is_backed_up INTEGER NOT NULL,
    state BLOB NOT NULL,
    UNIQUE (chat_id, session_id, sender)
);
CREATE TABLE sealed_events (
    chat_id TEXT NOT NULL,
    event_id TEXT NOT NULL,
    session_id TEXT NOT NULL,
    source TEXT NOT NULL,
    PRIMARY KEY (chat_id, event_id)
) WITHOUT ROWID;
CREATE TABLE arrived_keys (
    chat_id TEXT NOT NULL,
    session_id TEXT NOT NULL,
    PRIMARY KEY (chat_id, session_id)
) WITHOUT ROWID;
CREATE TABLE encrypted_chats (
    chat_id TEXT PRIMARY KEY NOT NULL,
    settings TEXT,
    history_visibility TEXT,
    has_all_members INTEGER NOT NULL DEFAULT 0
, members_number INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
CREATE TABLE sending_keys (
    chat_id TEXT PRIMARY KEY NOT NULL,
    session_id TEXT NOT NULL,
    state BLOB NOT NULL,
    made_at INTEGER NOT NULL
, is_shareable INTEGER, is_over INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
CREATE TABLE key_shares (
    session_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    device_id TEXT NOT NULL,
    outcome TEXT NOT NULL,
    tried_at INTEGER NOT NULL,
    PRIMARY KEY (session_id, user_id, device_id)
) WITHOUT ROWID;
CREATE TABLE device_messages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    transaction_id TEXT NOT NULL,
    type TEXT NOT NULL,
    messages TEXT NOT NULL
, session_id TEXT);
CREATE TABLE device_inbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    sender TEXT NOT NULL,
    type TEXT NOT NULL,
    content TEXT NOT NULL
);
CREATE TABLE tracked_people (
    user_id TEXT PRIMARY KEY NOT NULL,
    is_outdated INTEGER NOT NULL,
    generation INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE devices (
    user_id TEXT NOT NULL,
    device_id TEXT NOT NULL,
    identity_key TEXT NOT NULL,
    keys TEXT NOT NULL,
    verified_key TEXT,
    PRIMARY KEY (user_id, device_id)
) WITHOUT ROWID;
CREATE TABLE identities (
    user_id TEXT PRIMARY KEY NOT NULL,
    keys TEXT,
    master_key TEXT,
    seen_key TEXT,
    verified_key TEXT
) WITHOUT ROWID;
CREATE TABLE own_secrets (
    name TEXT PRIMARY KEY NOT NULL,
    public_key TEXT NOT NULL,
    secret BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE key_backup (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    version TEXT NOT NULL,
    public_key TEXT NOT NULL
);
CREATE TABLE restored_chats (
    chat_id TEXT PRIMARY KEY NOT NULL
) WITHOUT ROWID;
CREATE TABLE secret_inquiries (
    name TEXT PRIMARY KEY NOT NULL,
    request_id TEXT NOT NULL,
    asked TEXT NOT NULL,
    asked_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE key_inquiries (
    chat_id TEXT NOT NULL,
    session_id TEXT NOT NULL,
    request_id TEXT NOT NULL,
    asked TEXT NOT NULL,
    asked_at INTEGER NOT NULL,
    backup_asked_at INTEGER,
    PRIMARY KEY (chat_id, session_id)
) WITHOUT ROWID;
CREATE TABLE device_requests (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    device_id TEXT NOT NULL,
    request_id TEXT NOT NULL,
    type TEXT NOT NULL,
    content TEXT NOT NULL,
    came_at INTEGER NOT NULL,
    UNIQUE (device_id, request_id)
);
CREATE TABLE withheld_keys (
    chat_id TEXT NOT NULL,
    session_id TEXT NOT NULL,
    sender TEXT NOT NULL,
    code TEXT NOT NULL,
    PRIMARY KEY (chat_id, session_id, sender)
) WITHOUT ROWID;
CREATE TABLE devices_without_olm (peer_key TEXT PRIMARY KEY NOT NULL) WITHOUT ROWID;
CREATE TABLE unheard (
    chat_id TEXT PRIMARY KEY NOT NULL,
    since INTEGER NOT NULL,
    token TEXT,
    next_event_id TEXT
) WITHOUT ROWID;
CREATE TABLE thread_reads (
    chat_id TEXT NOT NULL,
    thread_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    PRIMARY KEY (chat_id, thread_id)
) WITHOUT ROWID;
CREATE TABLE poll_replies (
    chat_id TEXT NOT NULL,
    event_id TEXT NOT NULL,
    target_id TEXT NOT NULL,
    sender TEXT NOT NULL,
    timestamp INTEGER NOT NULL,
    answers TEXT,
    is_encrypted INTEGER NOT NULL,
    PRIMARY KEY (chat_id, event_id)
) WITHOUT ROWID;
CREATE TABLE space_children (
    chat_id TEXT NOT NULL,
    child_id TEXT NOT NULL,
    child_order TEXT,
    added_at INTEGER NOT NULL,
    servers TEXT NOT NULL,
    PRIMARY KEY (chat_id, child_id)
) WITHOUT ROWID;
CREATE TABLE thread_receipts (
    chat_id TEXT NOT NULL,
    thread_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    event_id TEXT NOT NULL,
    timestamp INTEGER NOT NULL,
    PRIMARY KEY (chat_id, thread_id, user_id)
) WITHOUT ROWID;
CREATE INDEX edits_by_target ON edits (chat_id, target_id, timestamp);
CREATE INDEX reactions_by_target ON reactions (chat_id, target_id, timestamp);
CREATE INDEX line_stories_by_event ON line_stories (chat_id, event_id) WHERE event_id IS NOT NULL;
CREATE INDEX chats_by_place ON chats (is_archived, is_pinned DESC, last_activity DESC, id)
    WHERE membership <> 'left';
CREATE INDEX reactions_by_sender ON reactions (sender, timestamp);
CREATE UNIQUE INDEX messages_by_event ON messages (chat_key, event_id);
CREATE INDEX messages_reasoned ON messages (chat_key, removal_id) WHERE removal_reason IS NOT NULL;
CREATE INDEX messages_by_ciphertext ON messages (encryption) WHERE encryption IS NOT NULL;
CREATE INDEX room_keys_to_back_up ON room_keys (id) WHERE is_backed_up = 0;
CREATE INDEX sealed_events_by_session ON sealed_events (chat_id, session_id);
CREATE INDEX devices_by_identity_key ON devices (identity_key);
CREATE INDEX key_inquiries_by_request ON key_inquiries (request_id);
CREATE INDEX edits_by_ciphertext ON edits (encryption) WHERE encryption IS NOT NULL;
CREATE INDEX messages_threaded ON messages (chat_key, thread_id) WHERE thread_id IS NOT NULL;
CREATE INDEX poll_replies_by_target ON poll_replies (chat_id, target_id, timestamp);
CREATE INDEX messages_said ON messages (chat_key, sender) WHERE is_removed = 0
    AND kind IN ('text', 'emote', 'picture', 'video', 'sound', 'file', 'place', 'poll');
PRAGMA user_version = 29;
