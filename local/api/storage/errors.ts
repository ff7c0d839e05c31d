import { findDatabaseError } from '../errors.ts';

/** A refusal of the storage server. The real status is `statusCode` in the body. The HTTP status is always 400. */
export class StorageError extends Error {
  readonly statusCode: number;
  readonly error: string;

  constructor(statusCode: number, error: string, message: string) {
    super(message);
    this.statusCode = statusCode;
    this.error = error;
  }
}

export const noBucket = () => new StorageError(404, 'Bucket not found', 'Bucket not found');
export const noObject = () => new StorageError(404, 'not_found', 'Object not found');
export const invalid = (message: string) => new StorageError(400, 'InvalidRequest', message);
export const invalidKey = (key: string) => new StorageError(400, 'InvalidKey', `Invalid key: ${key}`);
export const accessDenied = (message = 'Access denied') => new StorageError(403, 'Unauthorized', message);
const duplicate = () => new StorageError(409, 'Duplicate', 'The resource already exists');
export const tooLarge = () =>
  new StorageError(413, 'Payload too large', 'The object exceeded the maximum allowed size');

/**
 * As on the hosted service, every refusal is answered with HTTP 400 and has its real status in the body. Only 500
 * stays 500.
 */
export function storageErrorResponse(error: Error): Response {
  const refused = error instanceof StorageError ? error : fromDatabase(error);
  if (!refused) throw error;
  const { statusCode, message } = refused;
  const body = { statusCode: String(statusCode), error: refused.error, message };
  // The unread rest of a body must not be read as the next request, so the connection closes.
  const headers = statusCode === 413 ? { connection: 'close' } : {};
  return Response.json(body, { status: statusCode >= 500 ? statusCode : 400, headers });
}

function fromDatabase(error: Error): StorageError | null {
  const found = findDatabaseError(error);
  if (found?.code === '42501') return accessDenied(found.message);
  if (found?.code === '23505') return duplicate();
  if (found?.code === '23503') return noBucket();
  // The value does not fit into its column.
  if (found?.code.startsWith('22')) return invalid('Invalid value');
  return null;
}
