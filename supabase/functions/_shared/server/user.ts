/** A visitor's browser sends the publishable key instead, which gives null. The database checks the signature. */
export function userToken(request: Request): string | null {
  return /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? null;
}

/** The user id that the token claims, unverified. Null without one. */
export function subjectOf(token: string): string | null {
  try {
    const claims = token.split('.')[1] ?? '';
    const { sub } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { sub?: unknown };
    return typeof sub === 'string' && /^[0-9a-f-]{36}$/i.test(sub) ? sub : null;
  } catch {
    return null;
  }
}
