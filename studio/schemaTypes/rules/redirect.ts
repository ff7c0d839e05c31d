import { linkProblem } from '../pages/link-problem.ts';
import { plainPath, served } from '../pages/routes.ts';
import { samePage, slugProblem } from '../pages/slug-problem.ts';

/** The problem of a redirect's old address, or null; `others` are those of the other redirects. */
export function redirectFromProblem(from: string | undefined, others: readonly string[]): string | null {
  if (from === undefined) return null;
  const path = plainPath(served(from));
  return slugProblem(from) ?? (others.includes(path) ? `Another redirect answers ${path} already.` : null);
}

/** The problem of a redirect's destination, or null; `others` are the addresses of other redirects. */
export function redirectToProblem(
  to: string | undefined,
  from: string | undefined,
  others: readonly string[],
): string | null {
  if (to === undefined) return null;
  if (from !== undefined && samePage(to, from)) return 'It leads to itself.';
  const path = plainPath(served(to.split(/[?#]/)[0] ?? ''));
  if (to.startsWith('/') && others.includes(path))
    return `${path} is redirected itself: lead straight to where that one ends.`;
  return linkProblem(to);
}
