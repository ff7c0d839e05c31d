import net from 'node:net';

export function portIsOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    const answer = (open: boolean) => {
      socket.destroy();
      resolve(open);
    };
    socket.once('connect', () => answer(true));
    socket.once('error', () => answer(false));
  });
}

/** Waits until `port` is free. False if it is still taken after `patienceMs`. */
export async function portBecomesFree(port: number, patienceMs: number): Promise<boolean> {
  const end = Date.now() + patienceMs;
  while (await portIsOpen(port)) {
    if (Date.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return true;
}
