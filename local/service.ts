export interface Running {
  url: string;
  stop(): Promise<void>;
}

export async function runService(start: () => Promise<Running>): Promise<void> {
  let running: Running | undefined;
  let stopping = false;
  const stop = async (code: number) => {
    if (stopping) return;
    stopping = true;
    // A service that does not close within this time is ended.
    setTimeout(() => process.exit(code), 5_000).unref();
    await running?.stop().catch((error: unknown) => console.error(error));
    process.exit(code);
  };
  process.on('SIGTERM', () => void stop(0));
  process.on('SIGINT', () => void stop(0));
  // The channel closes when the supervisor exits, even if it was killed.
  process.on('disconnect', () => void stop(0));
  try {
    running = await start();
    process.send?.({ ready: true, url: running.url });
  } catch (error) {
    console.error(error instanceof Error ? (error.stack ?? error.message) : error);
    await stop(1);
  }
}
