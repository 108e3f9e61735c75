"""The request shown by samples and sent by the playground."""
