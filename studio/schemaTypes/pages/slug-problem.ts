import { findRoute, plainPath, servedAddress } from './routes.ts';

/**
 * The addresses that the host, the build or the checkout use, together with everything below them. The content must
 * not use them.
 */
const reserved = [
  ...['/404', '/_astro', '/__deploy', '/assets', '/images', '/fonts', '/api', '/functions'],
  ...['/checkout', '/admin', '/management'],
];

/** Returns the problem of an address, or null. The old address of a redirect may have capital letters and dots. */
export function slugProblem(address: string | undefined): string | null {
  if (address === undefined || address === '') return null;
  if (!/^(?:\/[A-Za-z0-9_][A-Za-z0-9._-]*)+$/.test(servedAddress(address)))
    return 'Start the address with /, then use letters, digits and hyphens, such as /school-camps.';
  const path = plainPath(servedAddress(address));
  const existingPage = findRoute(path);
  if (existingPage) return `${path} is already the page “${existingPage.title}”. Choose another address.`;
  const folder = reserved.find((start) => path === start || path.startsWith(`${start}/`));
  return folder
    ? `Addresses that start with ${folder} belong to the site itself. Choose another address.`
    : null;
}

/** Returns whether two addresses lead to the same page, for example because one is an alias. */
export function samePage(a: string, b: string): boolean {
  const one = pathOf(a);
  const other = pathOf(b);
  return one === other || (findRoute(one) !== undefined && findRoute(one) === findRoute(other));
}

const pathOf = (address: string) => plainPath(servedAddress(address.split(/[?#]/)[0] ?? ''));
