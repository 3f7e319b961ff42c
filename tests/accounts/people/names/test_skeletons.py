"""Skeletons: which names look the same, which do not, and the cost of collisions."""

from itertools import combinations

import pytest

from accounts.people.actions import users
from accounts.people.models import (
    ErasedName,
    User,
)
from accounts.people.models.social import erased_digest
from accounts.people.names import spelling
from core.errors import RequestRefused
from tests.support.cases import for_each

SAME = """
clara/dara  Clara/Dara  CLARA/dara  cIara/clara  c1ara/Clara  cl0ra/dora  M33ra/Meera  Me3ra/Meera
Mira/M1ra  Anna/4nna  4nn4/Anna  5ara/Sara  Sa5ha/Sasha  7om/Tom  Ma77/Matt  8ob/Bob  Ro8ert/Robert
B0b/Bob  R0bert/Robert  0liver/Oliver  A1ice/Alice  Al1ce/Alice  AIice/Alice  Bil1y/Billy
Bernard/Bemard  Carmen/Carrnen  Emma/Ernma  Anna/Ama  Dennis/Demis  Hannah/Hamah
Walter/VValter  William/vvilliam  Wanda/Vvanda  Clown/Down  Edward/Eclward  Adam/Aclam  David/Clavid
Madeleine/Macleleine  Meera/Meeera  Meera/MEEEERA  Bill/Billl  Otto/Ottto  Anna.Lee/Anna-Lee
Anna_Lee/annalee  Max.5/Maxs  Leo_7/Leot  José/Jose  Zoë/Z0e  Æsop/Aesop  Straße/5trasse
Анна/ahha  Воb/Bob  Роре/Pope  Меера/Meepa  ΑΝΝΑ/Anna  Ｍｅｅｒａ/Meera  𝓜𝓮𝓮𝓻𝓪/M33ra  Мееrа/Meera
ꓮꓠꓠꓮ/Anna  Տаm/Sam  Ꮪam/Sam  ɢrace/Grace  Moon/Mꝏn  ʦar/tsar  ıda/1da
Łukasz/Lukasz  Øyvind/0yvind  đorđe/d0rde  J.R.Ewing/JR_Ewing  Mr8ean/MrBean  L33t/Leet  n00b/noob
""".split()  # noqa: SIM905
DIFFERENT = """
Dora/Dara  Clara/Carla  Clara/Klara  Meera/Mira  Meera/Neera  Anna/Hanna  Anna/Ann  Anna/Anja
Anne/Arno  Ravi/Rafi  Tom/Tim  Bob/Rob  Sara/Sarah  Sara/Zara  Max/Mex  Leo/Lea  Lena/Lana
Mark/Marc  Mark/Marek  Eric/Erik  Jon/Jan  John/Joan  Nina/Mina  Dina/Lina  Paul/Paula  Peter/Pete
Olga/Helga  Ivan/Evan  Igor/Egon  Maria/Mario  Marta/Maria  Karin/Karen  Kiran/Karan  Arjun/Arun
Amit/Anit  Priya/Priti  Neha/Nehal  Rahul/Rahal  Sunil/Anil  Deepa/Deepak  Rita/Gita  Gina/Tina
Wei/Mei  Ling/Ming  Ming/Wing  Chen/Cheng  Yuki/Yumi  Ken/Kei  Hana/Hina  Omar/Amar  Ali/Adi
Ella/Emma  Emma/Erna  Noah/Nora  Liam/Leah  Lucas/Luca  Hugo/Huw  Finn/Fiona  Oscar/Otto
Player12/Player13  Player11/Player12  Fox1000/Fox1001  Fox22/Fox222  Fox111/Fox1111  Fox26/Fox29
Max2/Max3  Max5/Max7  王小明/王小朋  कमल/कमला  김민준/김민재  Анна/Инна  Ελένη/Ελένα  عمر/عمرو
""".split()  # noqa: SIM905
COMMON = """
Aaron Abigail Adam Adrian Aisha Alan Albert Alex Alexander Alfred Alice Alison Amanda Amber Amelia
Amir Amit Amy Ana Andrea Andrew Andy Angela Anil Anita Ann Anna Anthony Antonio Anya Arjun Arthur
Arun Asha Ashley Aurora Austin Barbara Beatrice Ben Benjamin Bernard Beth Betty Bianca Bill Bob
Boris Brandon Brenda Brian Bruce Bruno Caleb Camila Carl Carla Carlos Carmen Carol Caroline
Catherine Cecilia Charles Charlotte Chloe Chris Christian Christina Claire Clara Clark Claudia
Colin Connor Craig Cynthia Daniel Daniela Dara David Dean Deborah Deepa Deepak Dennis Diana Diego
Dmitri Dominic Donald Donna Dora Dorothy Douglas Duncan Dylan Edgar Edith Edward Elena Eli
Elizabeth Ella Ellen Elsa Emil Emily Emma Eric Erin Ethan Eva Evan Eve Felix Fiona Frances Frank
Gabriel Gary Gavin George Gerald Gina Gloria Grace Graham Greg Hannah Harold Harry Hassan Hazel
Heather Heidi Helen Henry Hugo Ian Ibrahim Igor Irene Iris Isaac Isabel Ivan Ivy Jack Jacob James
Jan Jane Janet Jason Jasmine Jay Jean Jenna Jennifer Jeremy Jessica Jill Joan Joe John Jonas
Jonathan Jordan Jose Joseph Joshua Joyce Juan Judith Julia Julian Julie Justin Karen Karin Karl
Kate Katherine Keith Kelly Ken Kevin Kim Kiran Kyle Lara Larry Laura Lauren Lea Lena Leo Leon
Leonard
Lewis Liam Lily Linda Lisa Logan Louis Lucas Lucia Lucy Luis Luke Lydia Magnus Malcolm Marcus
Margaret Maria Marie Mario Mark Martha Martin Mary Mason Matthew Maurice Max Maya Meera Megan
Melanie Melissa Mia Michael Michelle Miguel Mike Mila Miriam Mohammed Monica Morgan Nadia Nancy
Naomi Natalie Nathan Neha Neil Nicholas Nicole Nina Noah Nora Norman Oliver Olivia Omar Oscar Owen
Pamela Patricia Patrick Paul Paula Pedro Peter Philip Phoebe Priya Rachel Rahul Raj Ralph Ravi
Raymond Rebecca Richard Rita Robert Robin Roger Ronald Rosa Rose Roy Ruby Russell Ruth Ryan Samuel
Sandra Sara Scott Sean Sergei Sharon Sheila Silvia Simon Sofia Sonia Stanley Stella Stephen Steven
Stuart Sunil Susan Sylvia Tara Teresa Terry Theo Theodore Thomas Tim Tina Tobias Todd Tom Tony
Tracy Trevor Valerie Vera Veronica Victor Victoria Vijay Vincent Viola Virginia Walter Wanda Wayne
Wendy William Xavier Yasmin Yusuf Zachary Zoe
""".split()  # noqa: SIM905


def test_the_lists_are_long_enough() -> None:
    assert len(set(SAME)) >= 60
    assert len(set(DIFFERENT)) >= 60
    assert len(set(COMMON)) == len(COMMON) == 344


@for_each("pair", SAME)
def test_confusable_names_are_equal(pair: str) -> None:
    one, other = pair.split("/")
    assert spelling.name_key(one) == spelling.name_key(other)


@for_each("pair", DIFFERENT)
def test_similar_names_are_not_equal(pair: str) -> None:
    one, other = pair.split("/")
    assert spelling.name_key(one) != spelling.name_key(other)


def test_few_ordinary_names_collide() -> None:
    """Of 58,996 pairs of common first names, those that collide are listed here.

    (Of 4.4 million pairs of the 2,960 most common names of a list of Europe and Asia, 113 collide,
    110 of them even if only letters are joined: Ian and Lan, Jose and José.)
    """
    keys = {name: spelling.name_key(name) for name in COMMON}
    same = {f"{one}/{two}" for one, two in combinations(COMMON, 2) if keys[one] == keys[two]}
    assert same == {"Clara/Dara"}


@for_each("name", COMMON)
def test_common_names_are_free_in_any_case(name: str) -> None:
    for written in (name, name.lower(), name.upper(), f"{name}7", f"{name} {name}"):
        assert spelling.check(written) == written


@pytest.mark.django_db
def test_a_name_that_looks_like_another_is_taken() -> None:
    users.register_person(name="clara", password=None)
    users.register_person(name="Meera", password=None)
    for name in ("dara", "cIara", "M33ra", "Meeera"):
        with pytest.raises(RequestRefused) as refusal:
            users.register_person(name=name, password=None)
        assert refusal.value.code == "NAME_TAKEN"
    assert User.objects.count() == 2


@pytest.mark.django_db
def test_names_of_deleted_users_stay_taken() -> None:
    ErasedName.objects.create(digest=erased_digest(spelling.name_key("Clara")))
    ErasedName.objects.create(digest=erased_digest(spelling.name_key("Meera")))
    for name in ("Clara", "c1ara", "Meera", "M33ra"):
        with pytest.raises(RequestRefused) as refusal:
            users.register_person(name=name, password=None)
        assert refusal.value.code == "NAME_TAKEN"
