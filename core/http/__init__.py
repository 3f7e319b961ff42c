"""What every page and every route of the API share: bodies, refusals, pages of lists, quotas."""
