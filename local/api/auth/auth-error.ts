import type { AuthService } from './internals.ts';

interface AuthError extends Error {
  status: number;
  code: string;
  headers?: Record<string, string>;
  toJSON(): object;
}

/** The error class of @supabase/lite, which sends only these errors to the client with their status and code. */
export type AuthErrorClass = new (
  status: number,
  code: string,
  message: string,
  details?: object,
  headers?: Record<string, string>,
) => AuthError;

let errorClass: AuthErrorClass | undefined;

/** The library does not export the class, so it is taken from an error that is thrown before any database query. */
export async function authErrorClass(service: AuthService): Promise<AuthErrorClass> {
  if (errorClass) return errorClass;
  try {
    await service.signInWithPassword(undefined, undefined);
  } catch (error) {
    return (errorClass = (error as Error).constructor as AuthErrorClass);
  }
  throw new Error('A sign-in without an e-mail was accepted');
}

/** Creates an error with a status and a code, like the auth server. */
export function authError(...parts: ConstructorParameters<AuthErrorClass>): AuthError {
  if (!errorClass) throw new Error('authErrorClass was not asked yet');
  return new errorClass(...parts);
}

/** Turns an auth error into a response. Any other error is thrown again. */
export function authErrorResponse(error: Error): Response {
  if (!errorClass || !(error instanceof errorClass)) throw error;
  const { status, code, headers } = error;
  return Response.json(error.toJSON(), {
    status,
    headers: { ...headers, 'x-sb-error-code': code },
  });
}
