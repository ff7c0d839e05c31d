import * as v from 'valibot';
import { count, signedCents } from './numbers.ts';

/**
 * The documents for an accountant. `get_accounting_documents` returns those of at most 31 days (docs/decisions
 * "/management/reports").
 */

const text = v.nullable(v.string());

/** An invoice, or a note about a refund. */
export const AccountingDocument = v.object({
  /**
   * A `refund_note` is for a refund that we paid when we had no GST registration. A `reversal` cancels the note of a
   * refund that failed later.
   */
  kind: v.picklist(['invoice', 'credit_note', 'refund_note', 'reversal']),
  /** The number of this document, for example of the invoice or the credit note. */
  reference: v.string(),
  order_number: v.string(),
  /** The number of the order's invoice. */
  invoice: text,
  /** The day in Singapore on which it was issued, e.g. "2026-11-29". */
  day: v.string(),
  name: text,
  email: text,
  phone: text,
  currency: v.string(),
  /** Null if we were not registered for GST when it was sold. */
  gst_rate_basis_points: v.nullable(count),
  /** How the order was paid or refunded, e.g. "stripe" or "cash". */
  method: text,
  /** The amounts include GST. Those of notes are negative. */
  lines: v.array(v.object({ title: text, cents: signedCents })),
});
export type AccountingDocument = v.InferOutput<typeof AccountingDocument>;

export const AccountingDocuments = v.object({
  /** The account of the sales in Xero, from the settings. */
  account_code: v.string(),
  documents: v.array(AccountingDocument),
});
export type AccountingDocuments = v.InferOutput<typeof AccountingDocuments>;
