import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { getMimeType } from 'hono/utils/mime';
import { type HeaderRule, parseHeaders, parseRedirects, type RedirectRule } from './rules.ts';

export type Encoding = 'br' | 'gzip' | 'identity';

/** A built file, compressed at most once for each encoding. */
export class SiteFile {
  readonly type: string;
  readonly etag: string;
  readonly #body: Buffer;
  readonly #quality: number;
  readonly #packed = new Map<Encoding, Promise<Buffer>>();

  constructor(file: string) {
    this.#body = readFileSync(file);
    this.type = getMimeType(file) ?? 'application/octet-stream';
    // Hashed files never change, so a host compresses them once at the highest level.
    this.#quality = file.includes(`${path.sep}_astro${path.sep}`) ? 11 : 9;
    this.etag = `"${createHash('sha256').update(this.#body).digest('base64url').slice(0, 20)}"`;
  }

  get compressible(): boolean {
    return /^(text\/|application\/(javascript|json|xml|manifest)|image\/svg)/.test(this.type);
  }

  body(encoding: Encoding): Promise<Buffer> {
    let packed = this.#packed.get(encoding);
    if (!packed) this.#packed.set(encoding, (packed = this.#pack(encoding)));
    return packed;
  }

  async #pack(encoding: Encoding): Promise<Buffer> {
    if (encoding === 'gzip') return promisify(gzip)(this.#body);
    if (encoding === 'br') {
      const params = { [constants.BROTLI_PARAM_QUALITY]: this.#quality };
      return promisify(brotliCompress)(this.#body, { params });
    }
    return this.#body;
  }
}

export interface Site {
  files: Map<string, SiteFile>;
  headers: HeaderRule[];
  redirects: RedirectRule[];
}

/** Reads a build. Files that `before` has with the same content are taken from there, with their compressed forms. */
export function readSite(dir: string, before?: Site): Site {
  const files = new Map<string, SiteFile>();
  for (const entry of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(dir, entry);
    const name = `/${entry.split(path.sep).join('/')}`;
    if (!statSync(file).isFile() || /^\/_(headers|redirects)$/.test(name)) continue;
    const [read, known] = [new SiteFile(file), before?.files.get(name)];
    files.set(name, known?.etag === read.etag ? known : read);
  }
  const text = (name: string) =>
    existsSync(path.join(dir, name)) ? readFileSync(path.join(dir, name), 'utf8') : '';
  return { files, headers: parseHeaders(text('_headers')), redirects: parseRedirects(text('_redirects')) };
}
