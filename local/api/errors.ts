export interface DatabaseError {
  code: string;
  message: string;
  detail?: string;
  hint?: string;
}

/** Finds Postgres' own error inside the errors that wrap it. */
export function findDatabaseError(error: unknown): DatabaseError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as Partial<DatabaseError>;
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && 'severity' in cause)
      return cause as unknown as DatabaseError;
  }
  return null;
}

/** True if the driver refused a value that does not fit its argument's type, such as a list for a date. */
export function isMisfit(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ((cause as NodeJS.ErrnoException).code === 'ERR_INVALID_ARG_TYPE') return true;
  return false;
}

/** True if the database could not be reached or was lost during a request. */
export function isConnectionError(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code && /^(CONNECTION_|CONNECT_TIMEOUT|ECONN|EPIPE|57P0[123])/.test(code)) return true;
  }
  return false;
}

const exact: Record<string, number> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '21000': 500,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53400': 500,
  P0001: 400,
};

const byClass: Record<string, number> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '54': 500,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};

/** Returns the HTTP status of a SQLSTATE by PostgREST's table. A function chooses its own status with PTnnn. */
export function statusOf(code: string, signedIn: boolean): number {
  const chosen = Number(/^PT([2-5]\d\d)$/.exec(code)?.[1] ?? 0);
  if (chosen) return chosen;
  if (code.startsWith('PT')) return 500;
  if (code === '42501') return signedIn ? 403 : 401;
  return exact[code] ?? byClass[code.slice(0, 2)] ?? 400;
}

export function databaseErrorResponse(error: DatabaseError, signedIn: boolean): Response {
  const { code, message, detail, hint } = error;
  return errorResponse(statusOf(code, signedIn), {
    code,
    message,
    details: detail ?? null,
    hint: hint ?? null,
  });
}

export function crowdedResponse(): Response {
  return errorResponse(504, {
    code: 'PGRST003',
    message: 'Timed out acquiring connection from connection pool.',
    details: null,
    hint: null,
  });
}

export function isCrowded(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ((cause as NodeJS.ErrnoException).code === 'POOL_TIMEOUT') return true;
  return false;
}

export function unavailableResponse(): Response {
  return errorResponse(503, {
    code: 'PGRST001',
    message: 'Database client error. Retrying the connection.',
    details: null,
    hint: null,
  });
}

export function errorResponse(status: number, body: object): Response {
  return Response.json(body, { status, headers: { 'content-type': 'application/json; charset=utf-8' } });
}
