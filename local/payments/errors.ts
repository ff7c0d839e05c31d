export interface ErrorBody {
  type: 'invalid_request_error' | 'idempotency_error' | 'api_error' | 'rate_limit_error';
  message: string;
  code?: string;
  param?: string;
}

export class StripeFailure extends Error {
  readonly status: number;
  readonly body: ErrorBody;

  constructor(status: number, body: ErrorBody) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}

/** Returns an `invalid_request_error`, by default with status 400. */
export function invalid(message: string, details: { code?: string; param?: string } = {}, status = 400) {
  return new StripeFailure(status, { type: 'invalid_request_error', message, ...details });
}

export function missing(kind: string, id: string, param = 'id') {
  return invalid(`No such ${kind}: '${id}'`, { code: 'resource_missing', param }, 404);
}

export function errorJson(body: ErrorBody): string {
  return JSON.stringify({ error: body });
}
