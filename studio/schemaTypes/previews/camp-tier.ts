import { withProduct } from '../../../src/config/brand.ts';
import type { Rung } from '../../../supabase/functions/_shared/contract/selling-rules/rungs.ts';
import { dollars } from './dollars.ts';

interface Selected {
  name?: string | null;
  price?: number | null;
  rungs?: Rung[] | Record<string, Rung> | null;
  available?: boolean | null;
}

/**
 * Returns the preview of a tier, e.g. “Spark Camp” above “S$549 · Second early bird · listed S$590 · on sale”. Free
 * spots differ by camp, so they are not shown.
 */
export function campTierPreview({ name, price, rungs, available }: Selected, now: Date) {
  const rung = Object.values(rungs ?? {}).find((candidate) => isOpen(candidate, now));
  const current = rung
    ? [dollars(rung.price), withProduct(rung.name ?? ''), `listed ${dollars(price)}`]
    : [dollars(price)];
  return {
    title: withProduct(name ?? 'Unnamed camp'),
    subtitle: [...current, available === false ? 'not on sale' : 'on sale'].filter(Boolean).join(' · '),
  };
}

const isOpen = ({ closed, deadline }: Rung, now: Date) =>
  closed !== true && (typeof deadline !== 'string' || Date.parse(deadline) > now.getTime());
