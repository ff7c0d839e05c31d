/** A browser's storage and our API in memory, for the tests of stores. */
import type { QueuedReport } from '#browser/report-queue.ts';
import { afterEach, beforeEach, vi } from 'vitest';

/** A browser's storage in memory. */
export class MemoryStorage {
  readonly entries = new Map<string, string>();
  getItem(key: string): string | null {
    return this.entries.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.entries.set(key, value);
  }
  removeItem(key: string): void {
    this.entries.delete(key);
  }
}

export interface Call {
  name: string;
  url: string;
  body: Record<string, unknown>;
  headers: Record<string, string>;
}
type Reply = { status?: number; body: unknown } | 'network failure';
type Handler = (call: Call) => Reply | Promise<Reply>;

/** A fake API that sets the response to each call and records the calls. */
export class FakeApi {
  readonly calls: Call[] = [];
  readonly handlers = new Map<string, Handler>();

  on(name: string, handler: Handler | Reply): this {
    this.handlers.set(name, typeof handler === 'function' ? handler : () => handler);
    return this;
  }

  named(name: string): Call[] {
    return this.calls.filter((call) => call.name === name);
  }

  readonly fetch = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const name = new URL(url).pathname.split('/').pop() ?? '';
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : {};
    const call = { name, url, body, headers: init.headers as Record<string, string> };
    this.calls.push(call);
    const reply = (await this.handlers.get(name)?.(call)) ?? { status: 404, body: {} };
    if (reply === 'network failure') throw new TypeError('Failed to fetch');
    return Response.json(reply.body, { status: reply.status ?? 200 });
  };
}

/** A refusal raised in SQL, as PostgREST sends it. */
export const refusal = (
  message: string,
  status = 409,
  hint: string | null = null,
  details: string | null = null,
): Reply => ({
  status,
  body: { code: `PT${status}`, message, details, hint },
});

/** Returns an empty storage and API for each test of a file. */
export function fakeBrowser() {
  const browser = {
    storage: new MemoryStorage(),
    api: new FakeApi(),
    /** Errors that were reported to the page's monitoring. */
    reports: () => ((globalThis.reportQueue ?? []) as QueuedReport[]).filter((one) => 'message' in one),
  };
  beforeEach(() => {
    browser.storage = new MemoryStorage();
    browser.api = new FakeApi();
    vi.stubGlobal('reportQueue', []);
    vi.stubEnv('PUBLIC_SUPABASE_URL', 'http://api.test');
    vi.stubEnv('PUBLIC_SUPABASE_KEY', 'sb_publishable_test');
    vi.stubEnv('PUBLIC_STUDIO_URL', 'http://studio.test');
    vi.stubGlobal('localStorage', browser.storage);
    vi.stubGlobal('fetch', browser.api.fetch);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
    vi.useRealTimers();
  });
  return browser;
}
