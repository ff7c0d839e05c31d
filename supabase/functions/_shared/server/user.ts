/**
 * The bearer's token if it could be somebody's session, else null: a visitor's browser sends the publishable key,
 * which is none. Nothing is believed here; the database checks the signature.
 */
export function userToken(request: Request): string | null {
  return /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? null;
}

/** Whose token it says it is; nothing of it is believed. Null where it says nothing. */
export function subjectOf(token: string): string | null {
  try {
    const claims = token.split('.')[1] ?? '';
    const { sub } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { sub?: unknown };
    return typeof sub === 'string' && /^[0-9a-f-]{36}$/i.test(sub) ? sub : null;
  } catch {
    return null;
  }
}
