/** Headers that identify a browser's network address; the database knows which one to use. Never a key or a cookie. */
export function forwardedHeaders(request: Request): Record<string, string> {
  const forwarded = [...request.headers].filter(
    ([name]) => !['authorization', 'apikey', 'cookie'].includes(name) && !name.startsWith('content-'),
  );
  return Object.fromEntries(forwarded);
}
