import { formatMoney, toCents } from '../../../supabase/functions/_shared/contract/format.ts';

/** `41.5` → “S$41.50”, `549` → “S$549”; “no price” for a field that nobody has filled in. */
export const dollars = (price: unknown): string =>
  typeof price === 'number' ? formatMoney(toCents(price)) : 'no price';
