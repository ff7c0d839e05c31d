/** The page that sent the visitor here. Only a path of this site: anything else is dropped, `/..//host` too. */
export function returnPath(from: string | null, origin: string): string | null {
  if (!from?.startsWith('/')) return null;
  try {
    const target = new URL(from, origin);
    if (target.origin !== origin || target.pathname.startsWith('//')) return null;
    return target.pathname + target.search + target.hash;
  } catch {
    return null;
  }
}
