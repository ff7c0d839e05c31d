import type Stripe from 'stripe';
import { missing } from './errors.ts';

export interface Page {
  limit: number;
  starting_after?: string;
  ending_before?: string;
}

/** Returns one page of items, newest first. As at Stripe, an unknown cursor is answered with 404. */
export function listPage<T extends { id: string }>(
  url: string,
  oldestFirst: T[],
  page: Page,
): Stripe.ApiList<T> {
  const items = oldestFirst.toReversed();
  const indexOf = (id: string, param: string) => {
    const index = items.findIndex((item) => item.id === id);
    if (index < 0) throw missing('object', id, param);
    return index;
  };
  if (page.ending_before !== undefined) {
    const end = indexOf(page.ending_before, 'ending_before');
    const start = Math.max(0, end - page.limit);
    return { object: 'list', url, has_more: start > 0, data: items.slice(start, end) };
  }
  const start = page.starting_after === undefined ? 0 : indexOf(page.starting_after, 'starting_after') + 1;
  const data = items.slice(start, start + page.limit);
  return { object: 'list', url, has_more: start + data.length < items.length, data };
}
