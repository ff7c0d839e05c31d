import type { Context } from 'hono';
import { StorageError } from '../errors.ts';
import type { ObjectRow } from '../rows.ts';
import type { StorageContext } from '../context.ts';

export function fileResponse(
  c: Context<StorageContext>,
  { metadata }: ObjectRow,
  bytes: Buffer,
  mimetype: string,
  eTag?: string,
): Response {
  const headers = new Headers({
    'accept-ranges': 'bytes',
    'content-type': /^text\/html/i.test(mimetype) ? 'text/plain' : mimetype,
    'cache-control': metadata.cacheControl,
    'last-modified': new Date(metadata.lastModified).toUTCString(),
    'x-robots-tag': 'none',
    'x-content-type-options': 'nosniff',
    ...(eTag && { etag: eTag }),
  });
  const name = c.req.query('download');
  if (name !== undefined) headers.set('content-disposition', attachment(name));
  if (eTag && c.req.header('if-none-match') === eTag) return new Response(null, { status: 304, headers });
  const range = rangeOf(c.req.header('range'), bytes.byteLength);
  if (!range) return new Response(new Uint8Array(bytes), { headers });
  headers.set('content-range', `bytes ${range.from}-${range.to}/${bytes.byteLength}`);
  return new Response(new Uint8Array(bytes.subarray(range.from, range.to + 1)), { status: 206, headers });
}

function attachment(name: string): string {
  const encoded = encodeURIComponent(name);
  return name ? `attachment; filename=${encoded}; filename*=UTF-8''${encoded}` : 'attachment;';
}

function rangeOf(header: string | undefined, size: number): { from: number; to: number } | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (!first && !last) return null;
  const from = first ? Number(first) : Math.max(0, size - Number(last));
  const to = first && last ? Math.min(Number(last), size - 1) : size - 1;
  if (from > to) throw new StorageError(400, 'invalid_range', 'invalid range provided');
  return { from, to };
}
