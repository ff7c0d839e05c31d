import type { AuthService } from './internals.ts';

/** Lite's own error: the only one that it sends to the client with its status and code. */
export type AuthErrorClass = new (status: number, code: string, message: string, details?: object) => Error;

let known: AuthErrorClass | undefined;

/** Lite does not export the class, so it is taken from an error that it throws before it asks the database. */
export async function authErrorClass(service: AuthService): Promise<AuthErrorClass> {
  if (known) return known;
  try {
    await service.signInWithPassword(undefined, undefined);
  } catch (error) {
    return (known = (error as Error).constructor as AuthErrorClass);
  }
  throw new Error('A sign-in without an e-mail was accepted');
}
