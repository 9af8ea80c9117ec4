"""Tools for every part of app: the mailbox between threads, safe file writing, paths and logs."""
