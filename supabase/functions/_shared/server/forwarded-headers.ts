/**
 * Headers that identify a browser's network address, but never a key or a cookie. The database decides which one
 * counts.
 */
export function forwardedHeaders(request: Request): Record<string, string> {
  const forwarded = [...request.headers].filter(
    ([name]) => !['authorization', 'apikey', 'cookie'].includes(name) && !name.startsWith('content-'),
  );
  return Object.fromEntries(forwarded);
}
