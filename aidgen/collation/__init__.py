"""A published text held against the game, table by table and sentence by sentence."""
