"""The formats of tournaments, computed: who meets whom in which round."""
