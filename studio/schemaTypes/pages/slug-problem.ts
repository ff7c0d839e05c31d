import { findRoute, plainPath, served } from './routes.ts';

/** The host, the build or the checkout use these addresses and everything below them, so content must not. */
const reserved = [
  ...['/404', '/_astro', '/__deploy', '/assets', '/images', '/fonts', '/api', '/functions'],
  ...['/checkout', '/admin', '/management'],
];

/** Redirects may have old addresses with capital letters and dots. */
export function slugProblem(address: string | undefined): string | null {
  if (address === undefined || address === '') return null;
  if (!/^(?:\/[A-Za-z0-9_][A-Za-z0-9._-]*)+$/.test(served(address)))
    return 'Start the address with /, then use letters, digits and hyphens, such as /school-camps.';
  const path = plainPath(served(address));
  const existingPage = findRoute(path);
  if (existingPage) return `${path} is already the page “${existingPage.title}”. Choose another address.`;
  const folder = reserved.find((start) => path === start || path.startsWith(`${start}/`));
  return folder
    ? `Addresses that start with ${folder} belong to the site itself. Choose another address.`
    : null;
}

/** True if two addresses lead to the same page, also by an alias. */
export function samePage(a: string, b: string): boolean {
  const one = pathOf(a);
  const other = pathOf(b);
  return one === other || (findRoute(one) !== undefined && findRoute(one) === findRoute(other));
}

const pathOf = (address: string) => plainPath(served(address.split(/[?#]/)[0] ?? ''));
