"""Positions and questions about the rules, drawn from the engines; nothing here is stored."""
