import { existsSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { setDeadline } from '../demo/early-bird.ts';
import { runService } from '../service.ts';
import { writeDurably } from './durable.ts';
import { seed } from './import.ts';
import { startLake } from './server.ts';

const text = v.pipe(v.string(), v.minLength(1));
const Environment = v.object({
  LAKE_PORT: v.pipe(v.string(), v.toNumber()),
  LOCAL_DIR: text,
  SANITY_PROJECT_ID: text,
  SANITY_DATASET: text,
  SANITY_WRITE_TOKEN: text,
  SANITY_READ_TOKEN: v.optional(text),
  LAKE_PRIVATE: v.optional(v.picklist(['0', '1']), '0'),
  SANITY_WEBHOOK_SECRET: text,
  SUPABASE_URL: text,
  DEMO_SHOP: v.optional(v.picklist(['0', '1']), '0'),
});

await runService(async () => {
  const parsed = v.safeParse(Environment, process.env);
  if (!parsed.success)
    throw new Error(`Missing or wrong: ${Object.keys(v.flatten(parsed.issues).nested ?? {}).join(', ')}`);
  const env = parsed.output;
  const dir = path.join(env.LOCAL_DIR, 'lake');
  const target = { projectId: env.SANITY_PROJECT_ID, dataset: env.SANITY_DATASET };
  const lake = await startLake({
    port: env.LAKE_PORT,
    dir,
    ...target,
    writeToken: env.SANITY_WRITE_TOKEN,
    readToken: env.SANITY_READ_TOKEN,
    closed: env.LAKE_PRIVATE === '1',
    log: (line) => console.log(line),
  });
  const webhook = {
    url: `${env.SUPABASE_URL}/functions/v1/sanity-webhook`,
    secret: env.SANITY_WEBHOOK_SECRET,
  };
  const seeded = path.join(dir, 'seeded');
  if (existsSync(seeded)) {
    lake.startWebhook(webhook);
    return lake;
  }
  await seed(
    lake,
    { ...target, token: env.SANITY_WRITE_TOKEN },
    webhook,
    env.DEMO_SHOP === '1' ? setDeadline : undefined,
  );
  // The marker is written last, so that an import interrupted by a crash starts again.
  await writeDurably(seeded, new Date().toISOString());
  return lake;
});
