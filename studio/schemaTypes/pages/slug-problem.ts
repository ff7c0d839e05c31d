import { findRoute, plainPath, served } from './routes.ts';

/** Addresses used by the host, the build and the checkout; content may not use them or anything below them. */
const reserved = [
  ...['/404', '/_astro', '/__deploy', '/assets', '/images', '/fonts', '/api', '/functions'],
  ...['/checkout', '/admin', '/management'],
];

/** The old addresses of redirects may contain capitals and dots. */
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

/** True if two addresses lead to the same page, including by an alternative name. */
export function samePage(a: string, b: string): boolean {
  const one = pathOf(a);
  const other = pathOf(b);
  return one === other || (findRoute(one) !== undefined && findRoute(one) === findRoute(other));
}

const pathOf = (address: string) => plainPath(served(address.split(/[?#]/)[0] ?? ''));
