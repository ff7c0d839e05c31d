import type { ErrorResponse } from 'resend';

/** An error in the shape that Resend sends. */
export class ResendFailure extends Error {
  readonly status: number;
  readonly code: ErrorResponse['name'];

  constructor(status: number, code: ErrorResponse['name'], message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }

  toJSON(): ErrorResponse {
    return { statusCode: this.status, name: this.code, message: this.message };
  }
}
