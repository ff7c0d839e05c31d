import { linkProblem } from '../pages/link-problem.ts';
import { plainPath, servedAddress } from '../pages/routes.ts';
import { samePage, slugProblem } from '../pages/slug-problem.ts';
import type { TakenAddresses } from './page-address.ts';

/**
 * Returns the problem of a redirect's old address, or null. `taken` has the addresses of other redirects and of pages.
 */
export function redirectFromProblem(from: string | undefined, taken: TakenAddresses): string | null {
  if (from === undefined) return null;
  const path = plainPath(servedAddress(from));
  const problem = slugProblem(from);
  if (problem !== null) return problem;
  if (taken.pages.includes(path)) return `${path} is a page made of blocks. Choose another address.`;
  if (taken.redirects.includes(path)) return `Another redirect already uses ${path}.`;
  return taken.livePages?.includes(path)
    ? `${path} is still the address of a published page. Publish that page with its new address first, and this redirect right after it.`
    : null;
}

/** Returns the problem of a redirect's destination, or null. */
export function redirectToProblem(
  to: string | undefined,
  from: string | undefined,
  { pages, redirects }: TakenAddresses,
): string | null {
  if (to === undefined) return null;
  if (from !== undefined && samePage(to, from))
    return 'This redirect leads to itself. Enter another address.';
  const path = plainPath(servedAddress(to.split(/[?#]/)[0] ?? ''));
  if (to.startsWith('/') && redirects.includes(path))
    return `${path} is a redirect too. Enter the address where that one ends.`;
  return linkProblem(to, { live: pages });
}
