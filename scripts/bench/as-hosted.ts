// The site as hosts serve it, HTTP/2 behind TLS: the built-in server speaks HTTP/1.1, which costs a handshake a
// request.
import { execFile } from 'node:child_process';
import { request } from 'node:http';
import { constants, createSecureServer } from 'node:http2';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/** Not among the packages of the project: only this command needs it, and fetches it the first time. */
const certificates = 'mkcert@3.2.0';

/** A certificate that nobody vouches for, for one run. */
async function certificate(): Promise<{ key: Buffer; cert: Buffer }> {
  const cwd = await mkdtemp(path.join(tmpdir(), 'certificate-'));
  const make = (command: string) =>
    promisify(execFile)('npm', ['exec', '--yes', `--package=${certificates}`, '--', 'mkcert', command], {
      ...{ cwd, shell: process.platform === 'win32' },
    });
  try {
    await make('create-ca');
    await make('create-cert');
    const read = (name: string) => readFile(path.join(cwd, name));
    return { key: await read('cert.key'), cert: await read('cert.crt') };
  } finally {
    await rm(cwd, { recursive: true });
  }
}

const { HTTP2_HEADER_CONNECTION, HTTP2_HEADER_KEEP_ALIVE, HTTP2_HEADER_TRANSFER_ENCODING } = constants;
/** What belongs to one connection of HTTP/1.1. */
const ofConnection = [HTTP2_HEADER_CONNECTION, HTTP2_HEADER_KEEP_ALIVE, HTTP2_HEADER_TRANSFER_ENCODING];

/** Stands at `port` before the site at `sitePort` of this machine. */
export async function serveAsHosted(port: number, sitePort: number): Promise<{ stop: () => Promise<void> }> {
  const server = createSecureServer(await certificate(), (asked, answer) => {
    const headers = Object.entries(asked.headers).filter(([name]) => !name.startsWith(':'));
    const passed = request(
      { port: sitePort, method: asked.method, path: asked.url, headers: Object.fromEntries(headers) },
      (found) => {
        for (const [name, value] of Object.entries(found.headers))
          if (value !== undefined && !ofConnection.includes(name)) answer.setHeader(name, value);
        answer.writeHead(found.statusCode ?? 502);
        found.pipe(answer.stream);
      },
    );
    passed.on('error', () => answer.stream.close());
    asked.pipe(passed);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const sessions = new Set<{ destroy: () => void }>();
  server.on('session', (session) => sessions.add(session));
  return {
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const session of sessions) session.destroy();
      }),
  };
}
