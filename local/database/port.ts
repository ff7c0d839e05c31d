import net from 'node:net';

/** Port 0 returns a free port. Throws an error with the variable's name if the port is taken. */
export function claimPort(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const portTaken = new Error(`Port ${port} is taken. Free it, or set DATABASE_PORT to another one.`);
      reject(error.code === 'EADDRINUSE' ? portTaken : error);
    });
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const { port: claimed } = probe.address() as net.AddressInfo;
      probe.close(() => resolve(claimed));
    });
  });
}
