"""The processes of one machine: their cores, their children, what restarts them."""
