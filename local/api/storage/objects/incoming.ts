import type { Context } from 'hono';
import { invalid, StorageError, tooLarge } from '../errors.ts';
import type { BucketRow } from '../rows.ts';
import type { StorageContext } from '../context.ts';

/** The default limit of a hosted project. */
const FILE_LIMIT = 50 * 1024 * 1024;
/** The parts of a form around the file may have this many bytes. */
const FORM_EXTRA = 64 * 1024;

export interface IncomingFile {
  bytes: Uint8Array;
  mimetype: string;
  cacheControl: string;
  userMetadata: Record<string, unknown> | null;
}

/** Never reads more than the bucket's limit, whatever length the request states. */
export async function incomingFile(c: Context<StorageContext>, bucket: BucketRow): Promise<IncomingFile> {
  const type = c.req.header('content-type') ?? 'application/octet-stream';
  const limit = Math.min(bucket.file_size_limit ?? FILE_LIMIT, FILE_LIMIT);
  const isForm = type.startsWith('multipart/form-data');
  const body = await readAtMost(c.req.raw, isForm ? limit + FORM_EXTRA : limit);
  const file = isForm ? await fromForm(body, type) : fromBody(c, body, type);
  if (file.bytes.byteLength > limit) throw tooLarge();
  requireType(file.mimetype, bucket.allowed_mime_types);
  if (!/^[\x20-\x7e]*$/.test(file.mimetype + file.cacheControl))
    throw invalid('Invalid characters in headers');
  return file;
}

async function readAtMost(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function fromBody(c: Context<StorageContext>, bytes: Uint8Array, mimetype: string): IncomingFile {
  const metadata = c.req.header('x-metadata');
  return {
    bytes,
    mimetype,
    cacheControl: c.req.header('cache-control') ?? 'no-cache',
    userMetadata: metadata ? parsed(Buffer.from(metadata, 'base64').toString()) : null,
  };
}

async function fromForm(body: Uint8Array<ArrayBuffer>, type: string): Promise<IncomingFile> {
  const form = await new Response(body, { headers: { 'content-type': type } }).formData().catch(() => {
    throw invalid('No content provided');
  });
  const file = [...form.values()].find((value) => value instanceof File);
  if (!file) throw invalid('No content provided');
  const [time, metadata, given] = ['cacheControl', 'metadata', 'contentType'].map((name) => form.get(name));
  return {
    bytes: new Uint8Array(await file.arrayBuffer()),
    mimetype: typeof given === 'string' ? given : file.type || 'application/octet-stream',
    cacheControl: typeof time === 'string' ? `max-age=${time}` : 'no-cache',
    userMetadata: typeof metadata === 'string' ? parsed(metadata) : null,
  };
}

function parsed(json: string): Record<string, unknown> | null {
  try {
    return JSON.parse(json) as Record<string, unknown>;
  } catch {
    return null;
  }
}

function requireType(mimetype: string, allowed: string[] | null): void {
  const [type = '', rest = ''] = mimetype.split(';', 1)[0]?.trim().toLowerCase().split('/') ?? [];
  if (!type || !rest)
    throw new StorageError(415, 'invalid_mime_type', `mime type ${mimetype} is not supported`);
  if (!allowed?.length) return;
  if (!allowed.some((one) => one === '*/*' || one === `${type}/*` || one === `${type}/${rest}`))
    throw new StorageError(415, 'invalid_mime_type', `mime type ${mimetype} is not supported`);
}
