export interface TimerOptions {
  url: string;
  secret: string;
  everySeconds: number;
  log?: (line: string) => void;
}

const TIMEOUT_MS = 50_000;

/**
 * Runs the maintenance at once and then regularly, never twice at the same time, as pg_cron does on a hosted project.
 */
export function startTimer({ url, secret, everySeconds, log = console.error }: TimerOptions): {
  stop(): Promise<void>;
} {
  const stopping = new AbortController();
  const loop = async () => {
    while (!stopping.signal.aborted) {
      await runOnce(url, secret, stopping.signal, log);
      await pause(everySeconds * 1000, stopping.signal);
    }
  };
  const running = loop();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

async function runOnce(
  url: string,
  secret: string,
  stopping: AbortSignal,
  log: (line: string) => void,
): Promise<void> {
  try {
    const response = await fetch(`${url}/functions/v1/error-monitor/maintenance`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}` },
      signal: AbortSignal.any([stopping, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    const report = await response.text();
    if (!response.ok) log(`chores: ${response.status} ${report}`);
  } catch (error) {
    if (!stopping.aborted) log(`chores: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function pause(ms: number, stopping: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (stopping.aborted) {
      resolve();
      return;
    }
    const timer = setTimeout(resolve, ms);
    stopping.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
