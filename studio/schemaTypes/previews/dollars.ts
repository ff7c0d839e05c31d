import { formatMoney, toCents } from '../../../supabase/functions/_shared/contract/format.ts';

/** Turns `41.5` into “S$41.50”, `549` into “S$549”, and an empty field into “no price”. */
export const dollars = (price: unknown): string =>
  typeof price === 'number' ? formatMoney(toCents(price)) : 'no price';
