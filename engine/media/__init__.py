"""Images, videos and documents, from files to pixels, within bounds checked before decoding."""
