"""Questions over a small corpus, with a chat client of our own."""

from .workflow import RetrievalGrader, RetrievalWorkflow, retrieval_config

__all__ = ["RetrievalGrader", "RetrievalWorkflow", "retrieval_config"]
