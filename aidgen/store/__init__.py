"""Finished work on disk: whole files under digests, and certificates of what they hold."""
