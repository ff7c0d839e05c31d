import type { AuthService } from './internals.ts';

interface AuthError extends Error {
  status: number;
  code: string;
  headers?: Record<string, string>;
  toJSON(): object;
}

/** Lite's own error class: lite sends only these errors to the client with their status and code. */
export type AuthErrorClass = new (
  status: number,
  code: string,
  message: string,
  details?: object,
  headers?: Record<string, string>,
) => AuthError;

let known: AuthErrorClass | undefined;

/** Lite does not export the class, so it is taken from an error that lite throws before it queries the database. */
export async function authErrorClass(service: AuthService): Promise<AuthErrorClass> {
  if (known) return known;
  try {
    await service.signInWithPassword(undefined, undefined);
  } catch (error) {
    return (known = (error as Error).constructor as AuthErrorClass);
  }
  throw new Error('A sign-in without an e-mail was accepted');
}

/** A refusal with a status and a code, as the auth server sends it. */
export function authError(...parts: ConstructorParameters<AuthErrorClass>): AuthError {
  if (!known) throw new Error('authErrorClass was not asked yet');
  return new known(...parts);
}

/** Turns a refusal into a response; any other error is thrown again. */
export function authErrorResponse(error: Error): Response {
  if (!known || !(error instanceof known)) throw error;
  const { status, code, headers } = error;
  return Response.json(error.toJSON(), {
    status,
    headers: { ...headers, 'x-sb-error-code': code },
  });
}
