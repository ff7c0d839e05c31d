// Serves the site over HTTP/2 with TLS, like hosts do. The built-in server only supports HTTP/1.1, which is slower.
import { execFile } from 'node:child_process';
import { request } from 'node:http';
import { constants, createSecureServer } from 'node:http2';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/**
 * Only this command needs the package, so npm downloads it at the first use instead of installing it with the
 * project.
 */
const certificates = 'mkcert@3.2.0';

/** Creates a certificate for one run, which no browser trusts. */
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
/** Headers about an HTTP/1.1 connection, which HTTP/2 does not allow. */
const connectionHeaders = [HTTP2_HEADER_CONNECTION, HTTP2_HEADER_KEEP_ALIVE, HTTP2_HEADER_TRANSFER_ENCODING];

/** Listens on `port` and forwards each request to the site at `sitePort` of this machine. */
export async function serveAsHosted(port: number, sitePort: number): Promise<{ stop: () => Promise<void> }> {
  const server = createSecureServer(await certificate(), (received, answer) => {
    const headers = Object.entries(received.headers).filter(([name]) => !name.startsWith(':'));
    const passed = request(
      { port: sitePort, method: received.method, path: received.url, headers: Object.fromEntries(headers) },
      (found) => {
        for (const [name, value] of Object.entries(found.headers))
          if (value !== undefined && !connectionHeaders.includes(name)) answer.setHeader(name, value);
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
