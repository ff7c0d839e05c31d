import type { Page } from '../../../src/config/pages.ts';
import { findRoute, plainPath, servedAddress } from './routes.ts';

/** Addresses that editors make, apart from the pages of the site itself. */
export interface MadeAddresses {
  /** Published pages and redirects. */
  live: readonly string[];
  /** Pages and redirects of which this address is only a draft. */
  drafted?: readonly string[];
}

/** Returns the problem of a link, or null. External addresses are never requested. */
export function linkProblem(href: string | undefined, made: MadeAddresses = { live: [] }): string | null {
  if (href === undefined || href === '') return null;
  if (href !== href.trim() || /\s/.test(href)) return 'Remove the spaces from the link.';
  if (/^mailto:[^@\s]+@[^@\s]+\.[^@\s]+$/.test(href) || /^tel:\+?[0-9-]{6,20}$/.test(href)) return null;
  if (href.startsWith('https://')) return externalProblem(href);
  if (href.startsWith('http://')) return 'Use https:// so that browsers do not warn parents.';
  if (href.startsWith('#')) return 'Name the page too, such as /camps#packages.';
  if (!href.startsWith('/') || href.startsWith('//'))
    return 'Start with / for a page on this site, or with https:// for another site.';
  return internalProblem(href, made);
}

function externalProblem(href: string): string | null {
  if (!URL.canParse(href)) return 'Enter a complete address, such as https://example.com/page.';
  const { hostname, username } = new URL(href);
  if (username) return 'Remove the user name or password from the address.';
  if (!hostname.includes('.')) return 'Enter an address with a dot in it, such as example.com.';
  return null;
}

/** The kinds of pages to which links in the content may lead. Other pages need a link with data, or are for staff. */
const linked = new Set<Page['access']>(['public', 'account']);

function internalProblem(href: string, { live, drafted = [] }: MadeAddresses): string | null {
  const { pathname, hash, searchParams } = new URL(servedAddress(href), 'https://site.invalid');
  const route = findRoute(pathname);
  if (!route) {
    const path = plainPath(pathname);
    if (live.includes(path)) return null;
    return drafted.includes(path)
      ? `${path} is only a draft, so this link would lead to “Page not found”. Publish that page or redirect first. If two new pages link to each other, publish one of them without its link first.`
      : `There is no page ${pathname} on this site.`;
  }
  if (pathname !== '/' && pathname.endsWith('/')) return `Leave out the last slash: ${route.path}.`;
  if (pathname !== pathname.toLowerCase()) return `Use small letters: ${route.path}.`;
  if (!linked.has(route.access))
    return `Parents can’t open “${route.title}” from a link. Choose another page.`;
  return anchorProblem(route, hash.slice(1)) ?? queryProblem(route, [...searchParams.keys()]);
}

function anchorProblem({ title, anchors = [] }: Page, anchor: string): string | null {
  if (anchor === '' || anchors.includes(anchor)) return null;
  const anchorHint = anchors.length > 0 ? ` It has ${anchors.map((name) => `#${name}`).join(', ')}.` : '';
  return `“${title}” has no section #${anchor}.${anchorHint}`;
}

function queryProblem({ title, query = [] }: Page, names: string[]): string | null {
  const unknown = names.find((name) => !query.includes(name));
  return unknown === undefined ? null : `“${title}” does not use “?${unknown}=”. Leave it out.`;
}
