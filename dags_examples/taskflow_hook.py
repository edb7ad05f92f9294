"""
The hook in a Python task, for calls that depend on the answers of earlier ones.

What a hook call costs is in its answer; a task that wants retries without paying twice,
budgets and a spend record uses an operator instead.
"""

from airflow.sdk import Variable, dag, task

from airflow_provider.hooks import ContentAIHook


@dag(schedule=None, tags=["content_ai"])
def taskflow_hook() -> None:
    """Ask a page a question about itself."""

    @task
    def delivery_answer(question: str) -> dict[str, object]:
        hook = ContentAIHook()
        page = hook.convert_to_markdown(resource=f"{Variable.get('bookshop_url')}/about.html")
        answer = hook.generate_text(
            model="extractive",
            messages=[
                {"role": "system", "content": page.response},
                {"role": "user", "content": question},
            ],
        )
        return {"answer": answer.response, "used": (page.tokens or 0) + (answer.tokens or 0)}

    delivery_answer("To which islands do you send parcels?")


taskflow_hook()
