/** An error in the Content Lake's format, from which stock clients build their usual error classes. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: Record<string, unknown>;

  constructor(status: number, body: Record<string, unknown>, message: string) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.body = body;
  }
}

/** Errors about project, dataset and identity have the form `{statusCode, error, message}`. */
export function apiError(
  status: number,
  error: string,
  message: string,
  extra: Record<string, unknown> = {},
): ApiError {
  return new ApiError(status, { statusCode: status, error, message, ...extra }, message);
}

/** Studio shows its sign-in if it finds this error code. */
export const unauthorized = (message = 'Session not found') =>
  apiError(401, 'Unauthorized', message, { errorCode: 'SIO-401-ANF' });

/** Errors of mutations have the form `{error: {type: 'mutationError', description, items}}`. */
export function mutationError(status: number, description: string, type: string, id?: string): ApiError {
  const error = {
    type: 'mutationError',
    description,
    items: [{ index: 0, error: { type, description, id } }],
  };
  return new ApiError(status, { error, statusCode: status }, description);
}

/** The user may not change this document. */
export const forbidden = (id: string) =>
  mutationError(403, `Insufficient permissions to change "${id}"`, 'insufficientPermissionsError', id);

/** Errors of actions have the form `{error: {type: 'actionError', description}}`. */
export function actionError(status: number, description: string): ApiError {
  const error = { type: 'actionError', description };
  return new ApiError(status, { error, message: description, statusCode: status }, description);
}

/** The client turns this error of a query into a readable GROQ error. */
export function queryError(description: string, query: string): ApiError {
  return new ApiError(
    400,
    { error: { type: 'queryParseError', description, query }, statusCode: 400 },
    description,
  );
}
