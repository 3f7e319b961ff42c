"""Tables: seats, turns, clocks, bots, chat, spectators, sit and go; live and by the API."""
