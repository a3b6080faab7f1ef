"""How Alembic reaches the database: over the connection that it is handed."""

from alembic import context

from bot.store.sql.preference_tables import Table

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Table.metadata,
    render_as_batch=True,
    compare_type=True,
)
with context.begin_transaction():
    context.run_migrations()
