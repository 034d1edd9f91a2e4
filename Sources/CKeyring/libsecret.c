#include "libsecret.h"

#include <CLibraries.h>
#include <pthread.h>
#include <stddef.h>

static struct libsecret library;
static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void)
{
    const confab_function functions[] = {
        {"g_hash_table_new", &library.hash_table_new},
        {"g_hash_table_insert", &library.hash_table_insert},
        {"g_hash_table_unref", &library.hash_table_unref},
        {"g_str_hash", &library.string_hash},
        {"g_str_equal", &library.string_equal},
        {"g_cancellable_new", &library.cancellable_new},
        {"g_cancellable_cancel", &library.cancellable_cancel},
        {"g_object_unref", &library.object_unref},
        {"g_error_free", &library.error_free},
        {"g_bus_get_sync", &library.bus_get},
        {"g_dbus_connection_set_exit_on_close", &library.set_exit_on_close},
        {"secret_password_storev_sync", &library.store},
        {"secret_password_lookupv_sync", &library.look_up},
        {"secret_password_clearv_sync", &library.clear},
        {"secret_password_free", &library.password_free},
    };
    is_loaded = confab_load_library("libsecret-1.so.0", functions, sizeof functions / sizeof functions[0]);
}

const struct libsecret *confab_libsecret(void)
{
    pthread_once(&once, load);
    return is_loaded ? &library : NULL;
}
