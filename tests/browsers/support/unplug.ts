import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';

/** Starts an HTTP proxy on this machine that can be unplugged. Requests then fail as if there were no network. */
export async function startNetwork() {
  let isOn = true;
  const sockets = new Set<Socket>();
  const server = http.createServer((request, response) => {
    if (!isOn) {
      request.socket.destroy();
      return;
    }
    const onward = http.request(
      request.url ?? '',
      { method: request.method, headers: request.headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    onward.on('error', () => request.socket.destroy());
    request.pipe(onward);
  });
  server.on('connect', (request, socket: Socket, head: Buffer) => {
    const [host = '', port = '80'] = (request.url ?? '').split(':');
    if (!isOn) {
      socket.destroy();
      return;
    }
    const onward = net.connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    for (const one of [onward, socket])
      one.on('error', () => [onward, socket].forEach((each) => each.destroy()));
    track(onward);
  });
  server.on('connection', track);
  function track(socket: Socket): void {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    unplug(): void {
      isOn = false;
      for (const socket of sockets) socket.destroy();
    },
    plug: () => void (isOn = true),
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

export type Network = Awaited<ReturnType<typeof startNetwork>>;
