/** Pays on the local payment page as a customer does, and receives Stripe's webhooks. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { expect, vi } from 'vitest';

/** A customer who uses the local payment page over HTTP. `fetch` is for a simulation that runs in this process. */
interface Customer {
  method?: 'card' | 'paynow' | 'grabpay';
  /** Needed only if the session has no e-mail address. */
  email?: string;
  /** True if the payment stays pending (not for cards). */
  later?: boolean;
  fetch?: (url: string, init?: RequestInit) => Promise<Response>;
}

async function post(url: string, form: Record<string, string>, customer: Customer): Promise<string> {
  const answer = await (customer.fetch ?? fetch)(url, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  });
  const location = answer.headers.get('location');
  if (answer.status !== 303 || location === null) {
    throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  }
  return new URL(location, url).href;
}

/** Pays and waits, like a browser, until the page sends the customer back. Returns that address. */
export async function pay(url: string, customer: Customer = {}): Promise<string> {
  const { method, email = 'parent@example.com' } = customer;
  const chosen = method ?? (await firstMethod(url, customer));
  const laterField: Record<string, string> = customer.later ? { later: 'yes' } : {};
  const done = await post(`${url}/pay`, { method: chosen, email, ...laterField }, customer);
  if (done === url) throw new Error(`Not paid: ${url} takes no payment by ${chosen} now.`);
  const answer = await (customer.fetch ?? fetch)(done, { redirect: 'manual' });
  const location = answer.headers.get('location');
  if (location === null) throw new Error(`${done} answered ${answer.status}: ${await answer.text()}`);
  return location;
}

export async function decline(url: string, customer: Customer = {}): Promise<string> {
  const page = await post(`${url}/decline`, {}, customer);
  const html = await (await (customer.fetch ?? fetch)(page)).text();
  const alert = /role="alert">([^<]*)</.exec(html)?.[1];
  if (alert === undefined) throw new Error(`No refusal to be seen at ${page}.`);
  return alert;
}

async function firstMethod(url: string, customer: Customer): Promise<string> {
  const html = await (await (customer.fetch ?? fetch)(url)).text();
  const method = /name="method" value="(\w+)"/.exec(html)?.[1];
  if (method === undefined) throw new Error(`No way to pay at ${url}.`);
  return method;
}

export function idOf(field: string | { id: string } | null): string {
  return typeof field === 'string' ? field : (field?.id ?? '');
}

/** A webhook endpoint that checks signatures, records events, and answers as the test says. */
export async function startWebhookEndpoint(secret: string, port = 0) {
  const received: Stripe.Event[] = [];
  const rejected: string[] = [];
  let answer: (event: Stripe.Event) => number = () => 200;

  async function receiveEvent(request: IncomingMessage): Promise<number> {
    const body = (await request.toArray()).join('');
    const signature = request.headers['stripe-signature'] ?? '';
    try {
      const event = await Stripe.webhooks.constructEventAsync(body, signature, secret);
      received.push(event);
      return answer(event);
    } catch (error) {
      rejected.push(String(error));
      return 400;
    }
  }
  const server = createServer((request, response) => {
    void receiveEvent(request).then((status) => response.writeHead(status).end());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: bound } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${bound}`,
    port: bound,
    received,
    rejected,
    types: () => received.map(({ type }) => type),
    setAnswer(rule: (event: Stripe.Event) => number) {
      answer = rule;
    },
    async waitForEvents(count: number) {
      await vi.waitFor(() => expect(received.length).toBeGreaterThanOrEqual(count), 10_000);
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
