/**
 * Returns the request's headers that may name the browser's network address, but never a key or a cookie. The
 * database decides which of them it trusts.
 */
export function forwardedHeaders(request: Request): Record<string, string> {
  const forwarded = [...request.headers].filter(
    ([name]) => !['authorization', 'apikey', 'cookie'].includes(name) && !name.startsWith('content-'),
  );
  return Object.fromEntries(forwarded);
}
