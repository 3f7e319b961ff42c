"""Users, guests and bots: names, log-in, second factor, devices, profiles."""
