/** What tells one browser from another: the database knows which header has the address. Never a key or a cookie. */
export function toldOf(request: Request): Record<string, string> {
  const kept = [...request.headers].filter(
    ([name]) => !['authorization', 'apikey', 'cookie'].includes(name) && !name.startsWith('content-'),
  );
  return Object.fromEntries(kept);
}
