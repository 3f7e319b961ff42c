from types import SimpleNamespace

LEVELS = ("easy", "medium", "hard")


def thinking_ms(rng):
    return 700


def decide(key, view, rules, level, rng):
    l = [x for x in view["you"]["legal"] if x["kind"] != "see"]
    l = rng.choice(l)
    return SimpleNamespace(kind=l["kind"], amount=l.get("min"), cards=())
