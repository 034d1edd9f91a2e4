#ifndef LIBSECRET_H
#define LIBSECRET_H

#include <stdbool.h>

// The used declarations of libsecret, GIO and GLib. The build needs no headers of them, since they are loaded at run
// time.
typedef int gboolean;
typedef struct GHashTable GHashTable;
typedef struct GCancellable GCancellable;
typedef struct GDBusConnection GDBusConnection;
typedef struct GError GError;

typedef struct {
    const char *name;
    int flags;
    struct {
        const char *name;
        int type;
    } attributes[32];
    int reserved;
    void *reserved_pointers[7];
} SecretSchema;

enum { SESSION_BUS = 2 };

struct libsecret {
    GHashTable *(*hash_table_new)(unsigned (*hash)(const void *), gboolean (*equal)(const void *, const void *));
    gboolean (*hash_table_insert)(GHashTable *, void *key, void *value);
    void (*hash_table_unref)(GHashTable *);
    unsigned (*string_hash)(const void *);
    gboolean (*string_equal)(const void *, const void *);
    GCancellable *(*cancellable_new)(void);
    void (*cancellable_cancel)(GCancellable *);
    void (*object_unref)(void *);
    void (*error_free)(GError *);
    GDBusConnection *(*bus_get)(int type, GCancellable *, GError **);
    void (*set_exit_on_close)(GDBusConnection *, gboolean);
    gboolean (*store)(
        const SecretSchema *, GHashTable *, const char *collection, const char *label, const char *password,
        GCancellable *, GError **);
    char *(*look_up)(const SecretSchema *, GHashTable *, GCancellable *, GError **);
    gboolean (*clear)(const SecretSchema *, GHashTable *, GCancellable *, GError **);
    void (*password_free)(char *);
};

/// Loads libsecret on the first call. Can be called on any thread.
///
/// @return the functions of it and its dependencies, which stay valid; `NULL` if it is not installed.
const struct libsecret *confab_libsecret(void);

#endif
