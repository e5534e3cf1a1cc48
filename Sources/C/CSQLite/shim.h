#pragma once
#include <sqlite3.h>

// Variadic, which Swift does not call.
static inline int tilework_sqlite_set(sqlite3 *database, int option, int value) {
    return sqlite3_db_config(database, option, value, (int *)0);
}
