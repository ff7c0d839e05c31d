import { linkProblem } from '../pages/link-problem.ts';
import { plainPath, served } from '../pages/routes.ts';
import { samePage, slugProblem } from '../pages/slug-problem.ts';

/** What is wrong with the address that a redirect answers; `others` are those of the other redirects. */
export function redirectFromProblem(from: string | undefined, others: readonly string[]): string | null {
  if (from === undefined) return null;
  const path = plainPath(served(from));
  return slugProblem(from) ?? (others.includes(path) ? `Another redirect already uses ${path}.` : null);
}

/** What is wrong with where a redirect leads; `others` are the addresses that other redirects answer. */
export function redirectToProblem(
  to: string | undefined,
  from: string | undefined,
  others: readonly string[],
): string | null {
  if (to === undefined) return null;
  if (from !== undefined && samePage(to, from))
    return 'This redirect leads to itself. Enter another address.';
  const path = plainPath(served(to.split(/[?#]/)[0] ?? ''));
  if (to.startsWith('/') && others.includes(path))
    return `${path} is a redirect too. Enter the address where that one ends.`;
  return linkProblem(to);
}
