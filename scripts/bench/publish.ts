// Measures how long a price published in the content lake takes to appear on its page, on the local stack (median of
// five).
import { createClient } from '@sanity/client';
import { formatMoney } from '#domain/money.ts';
import { type Figure, median, isMissed, print } from './figures.ts';
import { withSite } from './site.ts';

const RUNS = 5;
const LOOK_EVERY_MS = 50;
const pass = 'pass-term';

export function benchPublish(): Promise<string[]> {
  return withSite(async ({ address, environment }) => {
    const client = createClient({
      projectId: environment['SANITY_PROJECT_ID'] ?? '',
      dataset: environment['SANITY_DATASET'] ?? '',
      apiVersion: '2025-02-19',
      useCdn: false,
      token: environment['SANITY_WRITE_TOKEN'] ?? '',
      apiHost: environment['SANITY_API_HOST'] ?? '',
      // oxlint-disable-next-line typescript/no-deprecated -- the site reaches the same lake in this way
      useProjectHostname: false,
    });
    const before = await client.getDocument<{ price: number }>(pass);
    if (!before) throw new Error(`no ${pass} in the content`);
    const seconds: number[] = [];
    for (let run = 1; run <= RUNS; run++) {
      const price = before.price - run;
      await client.patch(pass).set({ price }).commit();
      const began = performance.now();
      while (!(await (await fetch(`${address}/passes`)).text()).includes(formatMoney(price * 100)))
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      seconds.push((performance.now() - began) / 1000);
    }
    await client.createOrReplace(before);
    const figure: Figure = {
      name: 'a published price → its page',
      value: median(seconds),
      unit: 's',
      most: 2.5,
      note: seconds.map((value) => value.toFixed(1)).join(' '),
    };
    print([figure]);
    return isMissed(figure) ? [figure.name] : [];
  });
}
