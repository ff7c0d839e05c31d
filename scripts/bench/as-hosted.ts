// Serves the site over HTTP/2 with TLS, as hosts do: the built-in server only speaks HTTP/1.1, which is slower.
import { execFile } from 'node:child_process';
import { request } from 'node:http';
import { constants, createSecureServer } from 'node:http2';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/** Not a dependency of the project: only this command needs the package, and npm downloads it on first use. */
const certificates = 'mkcert@3.2.0';

/** A self-made certificate for one run, which no browser trusts. */
async function certificate(): Promise<{ key: Buffer; cert: Buffer }> {
  const cwd = await mkdtemp(path.join(tmpdir(), 'certificate-'));
  const make = (command: string) =>
    promisify(execFile)('npm', ['exec', '--yes', `--package=${certificates}`, '--', 'mkcert', command], {
      cwd,
      shell: process.platform === 'win32',
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
/** Headers about one HTTP/1.1 connection, which HTTP/2 does not allow. */
const ofConnection = [HTTP2_HEADER_CONNECTION, HTTP2_HEADER_KEEP_ALIVE, HTTP2_HEADER_TRANSFER_ENCODING];

/** Listens at `port` and forwards each request to the site at `sitePort` of this machine. */
export async function serveAsHosted(port: number, sitePort: number): Promise<{ stop: () => Promise<void> }> {
  const server = createSecureServer(await certificate(), (received, answer) => {
    const headers = Object.entries(received.headers).filter(([name]) => !name.startsWith(':'));
    const passed = request(
      { port: sitePort, method: received.method, path: received.url, headers: Object.fromEntries(headers) },
      (found) => {
        for (const [name, value] of Object.entries(found.headers))
          if (value !== undefined && !ofConnection.includes(name)) answer.setHeader(name, value);
        answer.writeHead(found.statusCode ?? 502);
        found.pipe(answer.stream);
      },
    );
    passed.on('error', () => answer.stream.close());
    received.pipe(passed);
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
