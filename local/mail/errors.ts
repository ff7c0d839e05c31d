import type { ErrorResponse } from 'resend';

export class ResendFailure extends Error {
  readonly status: number;
  readonly code: ErrorResponse['name'];
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    code: ErrorResponse['name'],
    message: string,
    headers: Record<string, string> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }

  toJSON(): ErrorResponse {
    return { statusCode: this.status, name: this.code, message: this.message };
  }
}
