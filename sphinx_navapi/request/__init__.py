"""The request that samples show and the playground sends."""
