import { plural } from '../../supabase/functions/_shared/contract/plural.ts';
import { places } from '../presentation/places.ts';
import { isOnSale } from '../sale/sold.ts';
import type { KnownUse } from '../sale/useOfferUse.ts';

/** What depends on a document on sale, besides the documents that refer to it; empty if nothing does. */
export function saleUses(type: string, published: object | null, use: KnownUse): string[] {
  if (use === null) return ['The till is being asked …'];
  const till = use === 'unknown' ? null : use;
  const onSale = isOnSale(published) || till?.on_sale === true;
  const pages = published ? (places[type] ?? []).map(({ title }) => title) : [];
  return [
    onSale ? 'On sale: it cannot be taken away before it is taken off sale.' : null,
    pages.length > 0 ? `Pages find it by its name: ${pages.join(', ')}.` : null,
    till && till.coming_camps > 0
      ? `${plural(till.coming_camps, 'coming camp is', 'coming camps are')} sold by it.`
      : null,
    till?.in_checkout ? 'Somebody is paying for it just now; what is held can still be paid.' : null,
    till?.renews ? 'Passes renew by it, at the price at which they were sold.' : null,
    use === 'unknown' ? 'The till could not be asked about coming camps and open orders.' : null,
  ].filter((words) => words !== null);
}

/** True if a document contains this address anywhere, as links do. A query or fragment after it is ignored. */
export function linksTo(value: unknown, address: string): boolean {
  if (typeof value === 'string') return value.replace(/[?#].*$/, '') === address;
  return (
    typeof value === 'object' && value !== null && Object.values(value).some((part) => linksTo(part, address))
  );
}
