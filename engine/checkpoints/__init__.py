"""Model folders are untrusted: what is checked and bounded before a library reads one."""
