import { findRoute, plainPath, served } from './routes.ts';

/** What the host, the build and the till keep for themselves: nothing of content may stand in or under it. */
const reserved = [
  ...['/404', '/_astro', '/__deploy', '/assets', '/images', '/fonts', '/api', '/functions'],
  ...['/checkout', '/admin', '/management'],
];

/**
 * What is wrong with an address that a document wants for itself, in words for the editor; null if nothing is. Old
 * addresses that a redirect answers may have capitals and dots in them.
 */
export function slugProblem(address: string | undefined): string | null {
  if (address === undefined || address === '') return null;
  if (!/^(?:\/[A-Za-z0-9_][A-Za-z0-9._-]*)+$/.test(served(address)))
    return 'Start the address with /, then use letters, digits and hyphens, such as /school-camps.';
  const path = plainPath(served(address));
  const taken = findRoute(path);
  if (taken) return `${path} is already the page “${taken.title}”. Choose another address.`;
  const folder = reserved.find((start) => path === start || path.startsWith(`${start}/`));
  return folder
    ? `Addresses that start with ${folder} belong to the site itself. Choose another address.`
    : null;
}

/** Whether two addresses lead to the same page, by the same name or by another of its names. */
export function samePage(a: string, b: string): boolean {
  const one = pathOf(a);
  const other = pathOf(b);
  return one === other || (findRoute(one) !== undefined && findRoute(one) === findRoute(other));
}

const pathOf = (address: string) => plainPath(served(address.split(/[?#]/)[0] ?? ''));
