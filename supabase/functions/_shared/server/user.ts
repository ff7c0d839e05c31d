/**
 * The bearer's token if it could be somebody's session, else null: a visitor's browser sends the publishable key,
 * which is none. Nothing is believed here; the database checks the signature.
 */
export function userToken(request: Request): string | null {
  return /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? null;
}
