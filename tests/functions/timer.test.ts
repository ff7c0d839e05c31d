import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startTimer } from '#local/functions/timer.ts';

let server: Server;
let url: string;
let calls: { path: string; authorization: string | undefined }[];
let status: number;
beforeEach(async () => {
  calls = [];
  status = 200;
  server = createServer((request, response) => {
    calls.push({ path: `${request.method} ${request.url}`, authorization: request.headers.authorization });
    response.writeHead(status).end('{"status":"failed"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test('the timer runs the chores at once and then again, with their secret', async () => {
  const timer = startTimer({ url, secret: 'word', everySeconds: 0.01 });
  await vi.waitFor(() => expect(calls.length).toBeGreaterThan(2));
  await timer.stop();
  expect(calls[0]).toEqual({
    path: 'POST /functions/v1/error-monitor/maintenance',
    authorization: 'Bearer word',
  });
});

test('the timer logs a chore that fails, and runs the next one', async () => {
  status = 500;
  const lines: string[] = [];
  const timer = startTimer({ url, secret: 'word', everySeconds: 0.01, log: (line) => lines.push(line) });
  await vi.waitFor(() => expect(calls.length).toBeGreaterThan(1));
  await timer.stop();
  expect(lines[0]).toBe('chores: 500 {"status":"failed"}');
});

test('the timer goes on if functions do not answer, and can be stopped within the minute', async () => {
  const logLines: string[] = [];
  const timer = startTimer({
    url: 'http://127.0.0.1:1',
    secret: 'word',
    everySeconds: 60,
    log: (line) => logLines.push(line),
  });
  await vi.waitFor(() => expect(logLines).toHaveLength(1));
  await timer.stop();
  expect(logLines[0]).toMatch(/^chores: /);
});
