"""All states of the table and its errors, drawn from recorded views: `/gallery/` of development."""
