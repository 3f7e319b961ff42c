"""The addresses of development: those of the project, and the gallery's."""

from django.urls import path

from config import urls
from tests.frontend.gallery import pages

handler400, handler403, handler404 = urls.handler400, urls.handler403, urls.handler404
handler429, handler500 = urls.handler429, urls.handler500

urlpatterns = [
    path("gallery/", pages.index, name="gallery"),
    path("gallery/<slug:name>/", pages.one, name="gallery_state"),
    *urls.urlpatterns,
]
