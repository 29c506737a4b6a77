"""What the support agents may look up."""

from __future__ import annotations

from dataclasses import dataclass

from agents import function_tool
from osmosis_ai.rollout import get_rollout_context

AUDIT: list[dict[str, str | None]] = []


@dataclass(frozen=True)
class Invoice:
    id: str
    customer: str
    cents: int
    paid: bool = False

    @property
    def amount(self) -> str:
        return f"{self.cents // 100}.{self.cents % 100:02d} EUR"


INVOICES = {
    invoice.id: invoice
    for invoice in (
        Invoice("INV-7", "ada", 12_50, paid=True),
        Invoice("INV-8", "ada", 99_00),
        Invoice("INV-9", "grace", 5_25),
    )
}


def find_invoice(invoice_id: str) -> Invoice | None:
    return INVOICES.get(invoice_id.strip().upper())


@function_tool
def lookup_invoice(invoice_id: str) -> str:
    """Look up an invoice by its number, such as INV-8."""
    rollout = get_rollout_context()
    AUDIT.append(
        {"rollout": rollout.rollout_id if rollout else None, "invoice": invoice_id}
    )
    invoice = find_invoice(invoice_id)
    if invoice is None:
        return f"there is no invoice {invoice_id}"
    state = "paid" if invoice.paid else "open"
    return f"{invoice.id} of {invoice.customer}: {invoice.amount}, {state}"
