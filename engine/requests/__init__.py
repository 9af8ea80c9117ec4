"""Requests from arrival to their last event: the scheduler and each kind of work that it runs."""
