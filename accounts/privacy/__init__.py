"""The export of personal data, and the deletion of accounts."""
