"""Several machines that run one model together, in lock-step."""
