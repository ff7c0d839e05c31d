import { supabase } from '../env.ts';

/** Answer of `get_offer_use`: what a document means to the till. */
export interface OfferUse {
  on_sale: boolean;
  /** In cents: `listed`, and the early-bird rungs by their short names. */
  prices: Record<string, number>;
  /** A price that changes by more than this is asked about once more. */
  price_jump_percent: number;
  coming_camps: number;
  /** Somebody is paying for it just now. */
  in_checkout: boolean;
  /** A family's pass renews at it. */
  renews: boolean;
}

/** A click on Publish waits no longer than this for the till. */
const PATIENCE_MS = 10_000;

/** Asks the database. Throws if it cannot be reached or does not answer in time. */
export async function askUse(documentId: string, signal: AbortSignal): Promise<OfferUse> {
  const response = await fetch(`${supabase.url ?? ''}/rest/v1/rpc/get_offer_use`, {
    method: 'POST',
    headers: { apikey: supabase.key ?? '', 'content-type': 'application/json' },
    body: JSON.stringify({ p_document_id: documentId }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
  });
  if (!response.ok) throw new Error(`The database answered ${response.status}.`);
  return (await response.json()) as OfferUse;
}
