"""What every room may use: the mailbox between threads, files of our own, paths and logs."""
