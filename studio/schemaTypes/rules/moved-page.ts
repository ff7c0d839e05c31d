import type { CustomValidator, ValidationContext } from 'sanity';
import { plural } from '../../../supabase/functions/_shared/contract/plural.ts';
import { findLinks } from '../../usage/links.ts';
import { plainPath, servedAddress } from '../pages/routes.ts';

interface Move {
  from: string;
  to: string;
  /** True if a redirect from the old address is published, or is a draft that waits for this page. */
  hasRedirect: boolean;
  /** How many published documents link to the old address. */
  links: number;
}

/** Returns why a page must not get its new address yet, or null. */
export function movedPageProblem({ from, to, hasRedirect, links }: Move): string | null {
  if (hasRedirect || links === 0) return null;
  return `${plural(links, 'document links', 'documents link')} to ${from}, the old address. Add a redirect from ${from} to ${to} under Redirects first, and publish it right after this page.`;
}

/** Returns what to do about a new address that nothing on the site depends on, or null. */
export function movedPageRemark({ from, to, hasRedirect, links }: Move): string | null {
  if (hasRedirect) return `Publish the redirect from ${from} right after this page.`;
  return links > 0
    ? null
    : `Advertisements and search engines may still lead to ${from}. Add a redirect from ${from} to ${to} under Redirects.`;
}

/** Returns the move of a published page whose draft has another address, or null. */
async function moveOf(value: string | undefined, { document, getClient }: ValidationContext) {
  const id = document?._id.replace(/^drafts\./, '') ?? '';
  const client = getClient({ apiVersion: '2025-02-19' });
  const published = client.withConfig({ perspective: 'published' });
  const from = await published.fetch<string | null>('*[_id == $id][0].address', { id });
  if (!value || !from || plainPath(servedAddress(from)) === plainPath(servedAddress(value))) return null;
  const [redirects, linking] = await Promise.all([
    client.withConfig({ perspective: 'raw' }).fetch<string[]>('*[_type == "redirect" && defined(from)].from'),
    findLinks(published, { id, addresses: [from] }),
  ]);
  const old = plainPath(servedAddress(from));
  const hasRedirect = redirects.some((one) => plainPath(servedAddress(one)) === old);
  return { from, to: value, hasRedirect, links: linking.length };
}

const ruleOf =
  (remark: (move: Move) => string | null): CustomValidator<string | undefined> =>
  async (value, context) => {
    const move = await moveOf(value, context);
    return (move && remark(move)) ?? true;
  };

export const keepsOldLinks = ruleOf(movedPageProblem);
export const tellsOfOldAddress = ruleOf(movedPageRemark);
