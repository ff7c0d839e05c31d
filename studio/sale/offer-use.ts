import { supabase } from '../env.ts';

export interface OfferUse {
  on_sale: boolean;
  /**
   * The prices in cents, by the names of `namedPrices`. There are none if the checkout has never sold the product.
   */
  prices: Record<string, number>;
  /** A price change above this percentage needs confirmation. */
  price_jump_percent: number;
  /** The floor in cents. A price below it needs two approvals. Null if there is nothing to compare it with. */
  floor_cents: number | null;
  /** True if published prices still need two approvals. */
  waits_for_approval: boolean;
  coming_camps: number;
  /** The spots of the coming camps. */
  places: { taken: number; open: number };
  in_checkout: boolean;
  /** True if a family's pass renews at this price. */
  renews: boolean;
}

const TIMEOUT_MS = 10_000;

/** What a document sells, so that a new product can be compared with similar ones. */
export interface Product {
  kind: string;
  sessions: number | null;
}

const kinds: Record<string, string> = {
  campTier: 'camp_tier',
  holidayPackage: 'holiday_package',
  birthdayPackage: 'birthday_package',
};

export function toProduct(type: string, document: Record<string, unknown> | null): Product {
  const { kind, sessions } = document ?? {};
  return {
    kind: kinds[type] ?? (kind === 'team_pass' ? kind : 'pass'),
    sessions: type === 'pass' && Number.isInteger(sessions) ? Number(sessions) : null,
  };
}

/** Asks the database how a document is used. Throws if there is no answer in time. */
export async function askUse(
  documentId: string,
  { kind, sessions }: Product,
  signal: AbortSignal,
): Promise<OfferUse> {
  const response = await fetch(`${supabase.url ?? ''}/rest/v1/rpc/get_offer_use`, {
    method: 'POST',
    headers: { apikey: supabase.key ?? '', 'content-type': 'application/json' },
    body: JSON.stringify({ p_document_id: documentId, p_kind: kind, p_sessions: sessions }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  });
  if (!response.ok) throw new Error(`The database answered ${response.status}.`);
  return (await response.json()) as OfferUse;
}
