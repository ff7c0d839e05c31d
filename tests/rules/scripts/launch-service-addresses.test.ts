import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { keyFile } from '#scripts/launch/key-store.ts';
import { doublesOf, servicesAt } from '#scripts/launch/service-addresses.ts';

test.each([
  'https://127.0.0.1:4950',
  'http://accounts.example',
  'http://10.0.0.1:4950',
  'http://127.0.0.1.example:4950',
  'http://localhost@accounts.example',
  'accounts',
])('keys are never sent to %s in place of the services', (address) => {
  expect(() => doublesOf({ LAUNCH_DOUBLES: address })).toThrow('is an address of this machine');
});

test('without simulated accounts, nothing is in place of the services', () => {
  expect(doublesOf({})).toBeNull();
  expect(doublesOf({ LAUNCH_DOUBLES: ' ' })).toBeNull();
});

test('keys of simulated accounts are not kept with real ones', () => {
  const real = keyFile('staging', { XDG_CONFIG_HOME: '/config' });
  const simulated = keyFile('staging', {
    XDG_CONFIG_HOME: '/config',
    LAUNCH_DOUBLES: 'http://127.0.0.1:4950',
  });
  expect(real).toBe('/config/otter-trails/staging.json');
  expect(simulated).toBe('/config/otter-trails-doubles/staging.json');
});

test('calls of the services and of DNS reach the simulated accounts', async () => {
  const server = createServer((request, response) => {
    const url = request.url ?? '';
    if (url.startsWith('/_dns/')) response.end(url.endsWith('/known') ? '"v=DMARC1"' : 'null');
    else if (url.startsWith('/_to/gone.example/'))
      response.writeHead(502, { 'x-unreachable': '1' }).end('{"unreachable": "gone.example"}');
    else response.end(`${request.method} ${url} ${request.headers.authorization}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const doubles = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const { fetch: reach, resolveTxt } = servicesAt(() => doubles);
  try {
    const headers = { authorization: 'Bearer sk_test_1' };
    const answer = await reach('https://api.stripe.com/v1/events?limit=1', { method: 'POST', headers });
    expect(await answer.text()).toBe('POST /_to/api.stripe.com/v1/events?limit=1 Bearer sk_test_1');
    await expect(reach('https://gone.example/')).rejects.toMatchObject({ cause: { code: 'ENOTFOUND' } });
    expect(await resolveTxt('known')).toEqual([['v=DMARC1']]);
    await expect(resolveTxt('unknown')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
