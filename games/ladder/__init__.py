"""The ladder of registered bots: matches by API against house bots, rated by OpenSkill.

A match is a number of deals at no table and for no chips. The bot plays each deck once, in a seat
that rotates, against house bots of one level; a house bot of the same level plays the same deck in
the bot's place. The bot wins the match if it won more in all than the house bot did: so luck with
cards counts for little, and nobody sees a deck twice.
"""
