"""The rows that a list of the admin site shows."""

from django.urls import reverse


def listed(model: type) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
