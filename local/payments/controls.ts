import * as v from 'valibot';
import type { Courier } from './courier.ts';
import { invalid, missing } from './errors.ts';
import type { App, Context } from './endpoint.ts';
import type { Delivery, Fault, State } from './state.ts';

const Hold = v.strictObject({ types: v.exactOptional(v.array(v.string()), ['*']) });
const Copies = v.strictObject({ copies: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10)) });
const FaultInput = v.strictObject({
  match: v.string(),
  status: v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599)),
  times: v.exactOptional(v.number(), 1),
  after: v.exactOptional(v.boolean(), false),
});

export interface DeliveryReport {
  /** Events that the endpoint does not have yet, held ones included. */
  pending: number;
  deliveries: Delivery[];
}

/** What tests may do that no customer and no merchant can: see `createControls`. */
export function controlRoutes({ app, state, courier }: { app: App; state: State; courier: Courier }): void {
  const read = async <S extends v.GenericSchema>(c: Context, schema: S): Promise<v.InferOutput<S>> => {
    const body = await c.req.text();
    const result = v.safeParse(schema, body === '' ? {} : JSON.parse(body));
    if (!result.success) throw invalid(v.summarize(result.issues));
    return result.output;
  };
  const report = (): DeliveryReport => ({
    pending: state.events.filter(({ pending }) => pending !== null).length,
    deliveries: state.deliveries,
  });

  app.get('/_test/deliveries', (c) => c.json(report()));
  app.post('/_test/settled', async (c) => {
    await courier.until(courier.isIdle, 20_000);
    return c.json(report());
  });
  app.post('/_test/hold', async (c) => {
    state.held = (await read(c, Hold)).types;
    courier.changed();
    return c.json({ held: state.held });
  });
  app.post('/_test/release', (c) => {
    state.held = [];
    return c.json({ held: [] });
  });
  app.post('/_test/copies', async (c) => {
    state.copies = (await read(c, Copies)).copies;
    return c.json({ copies: state.copies });
  });
  app.post('/_test/faults', async (c) => {
    state.faults.push(await read(c, FaultInput));
    return c.json({ faults: state.faults.length });
  });
  app.post('/_test/resend/:id', async (c) => {
    const event = state.events.find(({ id }) => id === c.req.param('id'));
    if (!event) throw missing('event', c.req.param('id'));
    return c.json({ status: await courier.again(event) });
  });
}

type Request = (path: string, init?: RequestInit) => Promise<Response>;

/** The test controls, for whoever can reach the double: in process or by HTTP. */
export function createControls(request: Request) {
  async function post<T>(path: string, body: object = {}): Promise<T> {
    const answer = await request(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  }
  return {
    /** Keeps events of these types (or all) until `release`. */
    hold: (types?: string[]) => post('/_test/hold', types ? { types } : {}),
    release: () => post('/_test/release'),
    /** Delivers every event from now on this many times more than once. */
    duplicate: (copies: number) => post('/_test/copies', { copies }),
    /** Delivers an event again, now. The status its endpoint answered, 0 for none. */
    resend: async (event: string) => (await post<{ status: number }>(`/_test/resend/${event}`)).status,
    /** Fails the next requests; with `after`, they are carried out and only the answer is lost. */
    fail: (fault: Pick<Fault, 'match' | 'status'> & Partial<Fault>) => post('/_test/faults', fault),
    deliveries: async () => (await (await request('/_test/deliveries')).json()) as DeliveryReport,
    /** Resolves when nothing is left to deliver but what is held (after 20 s at the latest). */
    settled: () => post<DeliveryReport>('/_test/settled'),
  };
}

export type Controls = ReturnType<typeof createControls>;
