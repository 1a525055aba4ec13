"""What stands above a player: the pickers, a text of one's own, a training that runs."""
