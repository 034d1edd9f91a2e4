#ifndef LIBDBUS_H
#define LIBDBUS_H

#include <stdbool.h>
#include <stdint.h>

// The used declarations of libdbus. The build needs no headers of it, since it is loaded at run time.
typedef uint32_t dbus_bool_t;
typedef struct DBusConnection DBusConnection;
typedef struct DBusMessage DBusMessage;

typedef struct {
    const char *name;
    const char *message;
    unsigned int flags;
    void *padding;
} DBusError;

// This struct is at least as large as the one that libdbus defines. Only libdbus accesses its contents.
typedef struct {
    void *room[16];
    uint32_t more[16];
} DBusMessageIter;

enum {
    TYPE_INVALID = 0,
    TYPE_ARRAY = 'a',
    TYPE_BYTE = 'y',
    TYPE_DICT_ENTRY = 'e',
    TYPE_INT32 = 'i',
    TYPE_STRING = 's',
    TYPE_UINT32 = 'u',
    TYPE_VARIANT = 'v',
};

struct libdbus {
    dbus_bool_t (*threads_init_default)(void);
    void (*free)(void *);
    void (*error_init)(DBusError *);
    void (*error_free)(DBusError *);
    DBusConnection *(*connection_open_private)(const char *, DBusError *);
    char *(*connection_get_server_id)(DBusConnection *);
    dbus_bool_t (*bus_register)(DBusConnection *, DBusError *);
    void (*connection_set_exit_on_disconnect)(DBusConnection *, dbus_bool_t);
    void (*connection_set_change_sigpipe)(dbus_bool_t);
    void (*connection_close)(DBusConnection *);
    void (*connection_unref)(DBusConnection *);
    DBusMessage *(*connection_pop_message)(DBusConnection *);
    dbus_bool_t (*connection_send)(DBusConnection *, DBusMessage *, uint32_t *);
    void (*connection_flush)(DBusConnection *);
    DBusMessage *(*connection_send_with_reply_and_block)(DBusConnection *, DBusMessage *, int, DBusError *);
    DBusMessage *(*message_new_method_call)(const char *, const char *, const char *, const char *);
    void (*message_set_no_reply)(DBusMessage *, dbus_bool_t);
    const char *(*message_get_sender)(DBusMessage *);
    void (*message_unref)(DBusMessage *);
    void (*message_iter_init_append)(DBusMessage *, DBusMessageIter *);
    dbus_bool_t (*message_iter_append_basic)(DBusMessageIter *, int, const void *);
    dbus_bool_t (*message_iter_open_container)(DBusMessageIter *, int, const char *, DBusMessageIter *);
    dbus_bool_t (*message_iter_close_container)(DBusMessageIter *, DBusMessageIter *);
    dbus_bool_t (*message_iter_init)(DBusMessage *, DBusMessageIter *);
    int (*message_iter_get_arg_type)(DBusMessageIter *);
    void (*message_iter_get_basic)(DBusMessageIter *, void *);
    void (*message_iter_recurse)(DBusMessageIter *, DBusMessageIter *);
    dbus_bool_t (*message_iter_next)(DBusMessageIter *);
};

/// Loads libdbus on the first call. Can be called on any thread.
///
/// @return its functions, which stay valid; `NULL` if it is not installed or can't be used.
const struct libdbus *confab_libdbus(void);

#endif
