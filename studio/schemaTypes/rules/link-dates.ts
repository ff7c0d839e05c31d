import { formatMoment } from '../../../supabase/functions/_shared/contract/format.ts';
import type { Showing } from '../../../supabase/functions/_shared/contract/selling-rules/planned.ts';
import { plainPath, servedAddress } from '../pages/routes.ts';

/** A page made of blocks that is shown only for a time. */
export interface DatedPage {
  address: string;
  showing: Showing;
}

/** Returns a remark on a link to a page that is not shown now or will end, or null. `now` is an ISO date. */
export function linkDatesRemark(
  href: string | undefined,
  pages: readonly DatedPage[],
  now: string,
): string | null {
  if (!href?.startsWith('/')) return null;
  const path = plainPath(servedAddress(href.split(/[?#]/)[0] ?? ''));
  const showing = pages.find(({ address }) => plainPath(servedAddress(address)) === path)?.showing;
  if (!showing) return null;
  const { from, until } = showing;
  if (until && Date.parse(until) <= Date.parse(now))
    return `${path} ended on ${formatMoment(until)}, so this link leads to “Page not found”. Remove it, or choose another page.`;
  const dates = [
    from && Date.parse(from) > Date.parse(now) ? `from ${formatMoment(from)}` : '',
    until ? `until ${formatMoment(until)}` : '',
  ].filter(Boolean);
  if (dates.length === 0) return null;
  return `${path} is shown only ${dates.join(' ')}. Show this link only at that time, because otherwise it leads to “Page not found”.`;
}
