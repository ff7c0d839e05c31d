import type { Filled } from './fill/filled-types.ts';
import { sanity } from './client.ts';
import { loadDocuments } from './load-documents.ts';
import { ContentError, printReport, type Report } from './problem.ts';
import { redirectsQuery } from './queries/settings.ts';
import { getSiteSettings } from './settings.ts';
import type { RedirectsQueryResult } from './types.gen.ts';

type Redirect = Pick<NonNullable<Filled<RedirectsQueryResult[number]>>, '_id' | 'from' | 'to' | 'permanent'>;

/** Returns lines for the host's `_redirects` file. `pages` are the addresses of the built pages. */
export async function getRedirectLines(
  pages: ReadonlySet<string>,
  report: Report = printReport,
): Promise<string[]> {
  const documents: RedirectsQueryResult = await sanity().fetch(redirectsQuery);
  const { facts } = await getSiteSettings(report);
  const { items } = await loadDocuments(documents, { facts, report, defaults: { permanent: true } });
  return toRedirectLines(items, pages);
}

/** Throws for a redirect that would hide a page, form a loop or contain a line break. */
export function toRedirectLines(redirects: readonly Redirect[], pages: ReadonlySet<string>): string[] {
  const from = new Set<string>();
  return redirects
    .filter((redirect) => redirect.from !== '' && redirect.to !== '')
    .map((redirect) => {
      const problem = findProblem(redirect, pages, from);
      const documentRef = { _id: redirect._id, type: 'redirect', title: redirect.from };
      if (problem) throw new ContentError(documentRef, problem);
      from.add(redirect.from);
      return `${redirect.from} ${redirect.to} ${redirect.permanent ? 301 : 302}`;
    });
}

function findProblem({ from, to }: Redirect, pages: ReadonlySet<string>, before: ReadonlySet<string>) {
  if (!/^\/[A-Za-z0-9/_.-]+$/.test(from)) return 'is no address on this site.';
  if (!/^(\/(?!\/)|https:\/\/)\S*$/.test(to))
    return `leads to “${to}”, which is neither a page nor https://.`;
  if (pages.has(from)) return 'would hide the page of the same address.';
  if (to.split(/[?#]/)[0] === from) return 'leads to itself.';
  return before.has(from) ? 'is redirected twice.' : null;
}
