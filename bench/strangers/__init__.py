"""What strangers' packs may try, and what machines may do: run by `bench/strangers.py`."""
