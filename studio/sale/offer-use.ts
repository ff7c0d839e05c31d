import { supabase } from '../env.ts';

export interface OfferUse {
  on_sale: boolean;
  /**
   * The prices in cents. The keys are `listed`, the short names of early-bird rungs, and `from` with a moment for
   * planned prices.
   */
  prices: Record<string, number>;
  /** A price change above this percentage needs confirmation. */
  price_jump_percent: number;
  /** The floor in cents. A price below it needs two approvals. Null if nothing has been sold yet. */
  floor_cents: number | null;
  /** True if published prices wait for two approvals. */
  waits_for_approval: boolean;
  coming_camps: number;
  /** The spots of the coming camps. */
  places: { taken: number; open: number };
  in_checkout: boolean;
  /** True if a family's pass renews at this price. */
  renews: boolean;
}

const TIMEOUT_MS = 10_000;

/** Asks the database how a document is used. Throws if there is no answer in time. */
export async function askUse(documentId: string, signal: AbortSignal): Promise<OfferUse> {
  const response = await fetch(`${supabase.url ?? ''}/rest/v1/rpc/get_offer_use`, {
    method: 'POST',
    headers: { apikey: supabase.key ?? '', 'content-type': 'application/json' },
    body: JSON.stringify({ p_document_id: documentId }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  });
  if (!response.ok) throw new Error(`The database answered ${response.status}.`);
  return (await response.json()) as OfferUse;
}
