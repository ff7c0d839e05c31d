import type { ErrorCode, Refusal } from '../contract/errors.ts';

export class RefusalError extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.code);
    this.name = 'RefusalError';
    this.refusal = refusal;
  }
}

const statuses: Partial<Record<ErrorCode, number>> = {
  invalid_input: 400,
  unauthorized: 401,
  session_ended: 401,
  photo_too_large: 413,
  photo_not_readable: 415,
  photo_too_small: 422,
  child_not_found: 404,
  picture_not_found: 404,
  session_not_found: 404,
  order_not_found: 404,
  too_many_holds: 429,
  rate_limited: 429,
  unexpected: 500,
  payment_unavailable: 503,
};

export function statusOf(code: ErrorCode): number {
  return statuses[code] ?? 409;
}

/**
 * Makes a call between our own services. A refusal of such a call is a fault, which is logged and answered with 500.
 */
export async function mustNotRefuse<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    throw new Error(`refused: ${JSON.stringify(error.refusal)}`, { cause: error });
  }
}
