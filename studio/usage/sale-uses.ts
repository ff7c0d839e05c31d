import { plural } from '../../supabase/functions/_shared/contract/plural.ts';
import { places } from '../presentation/places.ts';
import { isOnSale } from '../sale/sold-types.ts';
import type { KnownUse } from '../sale/useOfferUse.ts';

/**
 * Returns what depends on a document on sale, in addition to documents that refer to it. The list is empty if nothing
 * does.
 */
export function saleUses(type: string, published: object | null, use: KnownUse): string[] {
  if (use === null) return ['Asking the checkout…'];
  const knownUse = use === 'unknown' ? null : use;
  const onSale = isOnSale(published) || knownUse?.on_sale === true;
  const pages = published ? (places[type] ?? []).map(({ title }) => title) : [];
  return [
    onSale ? 'On sale. Take it off sale before you delete or unpublish it.' : null,
    pages.length > 0 ? `These pages find it by its name: ${pages.join(', ')}.` : null,
    knownUse && knownUse.coming_camps > 0
      ? `${plural(knownUse.coming_camps, 'upcoming camp uses', 'upcoming camps use')} its prices.`
      : null,
    knownUse?.in_checkout
      ? 'Somebody is paying for it right now. Spots on hold can still be paid for.'
      : null,
    knownUse?.renews
      ? 'Passes that families bought renew from it, at the price at which they were sold.'
      : null,
    use === 'unknown' ? 'We could not ask the checkout about upcoming camps and open orders.' : null,
  ].filter((words) => words !== null);
}
