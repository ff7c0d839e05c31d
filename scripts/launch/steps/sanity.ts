import * as v from 'valibot';
import { type Context, functionUrl, requireKey, ownSecret } from '../context.ts';
import { call, HttpError } from '../http.ts';
import { createViewer } from '../sanity-robots.ts';
import { listNames, missing, ok, type Step, wrong } from '../step.ts';
import { isKnown, readRows } from '../supabase.ts';

const keys = ['SANITY_AUTH_TOKEN', 'SANITY_PROJECT_ID'] as const;
type Call = Parameters<typeof call>[2];

const authorized = (context: Context) => ({
  authorization: `Bearer ${requireKey(context, 'SANITY_AUTH_TOKEN')}`,
});
const sanity = (context: Context, path: string, options?: Call) =>
  call(context, `https://api.sanity.io/${path}`, { ...options, headers: authorized(context) });
const ofProject = (context: Context, path: string, options?: Call) =>
  call(context, `https://${requireKey(context, 'SANITY_PROJECT_ID')}.api.sanity.io/${path}`, {
    ...options,
    headers: authorized(context),
  });
const datasetOf = (context: Context) => requireKey(context, 'SANITY_DATASET');

const Dataset = v.object({ name: v.string(), aclMode: v.string() });

async function findDataset(context: Context) {
  const all = v.parse(v.array(Dataset), await ofProject(context, 'v2025-09-16/datasets'));
  return all.find(({ name }) => name === datasetOf(context));
}

const dataset: Step = {
  id: 'dataset',
  topic: 'Sanity',
  what: 'Create the dataset.',
  keys: [...keys, 'SANITY_DATASET'],
  async check(context) {
    const found = await findDataset(context);
    return found
      ? ok(`The dataset ${found.name} is ${found.aclMode}.`)
      : missing(`There is no dataset ${datasetOf(context)}.`, 'The site cannot be built.');
  },
  do: async (context) =>
    void (await ofProject(context, `v2025-09-16/datasets/${datasetOf(context)}`, {
      method: 'PUT',
      json: { aclMode: 'public' },
    })),
};

const readToken: Step = {
  id: 'read-token',
  topic: 'Sanity',
  what: 'Make a viewer token for a private dataset.',
  keys: [...keys, 'SANITY_DATASET', 'SUPABASE_ACCESS_TOKEN', 'SUPABASE_PROJECT_REF'],
  async check(context) {
    const found = await findDataset(context);
    if (!found) return missing('There is no dataset.', 'The site cannot be built.');
    if (found.aclMode === 'public') return ok('The dataset is public and needs no token.');
    return (await isKnown(context, 'SANITY_READ_TOKEN'))
      ? ok('The functions read the private dataset with a token.')
      : missing(
          'The dataset is private, and the functions have no token.',
          'It looks empty: prices stay as they are, whatever is published.',
        );
  },
  async do(context) {
    const { token } = await createViewer(context, 'Otter site');
    context.keys.set('SANITY_READ_TOKEN', token);
  },
};

const Cors = v.array(v.object({ origin: v.string(), allowCredentials: v.boolean() }));

const cors: Step = {
  id: 'studio-origin',
  topic: 'Sanity',
  what: 'Let Studio’s address read and write with its user’s login.',
  keys: [...keys, 'PUBLIC_STUDIO_URL'],
  async check(context) {
    const { origin, hostname } = new URL(requireKey(context, 'PUBLIC_STUDIO_URL'));
    if (hostname.endsWith('.sanity.studio')) return ok('Sanity hosts Studio, and lets it in automatically.');
    const list = v.parse(
      Cors,
      await sanity(context, `v2025-08-14/projects/${requireKey(context, 'SANITY_PROJECT_ID')}/cors`),
    );
    return list.some((one) => one.origin === origin && one.allowCredentials)
      ? ok(`Studio at ${origin} may read and write.`)
      : missing(`Sanity does not let ${origin} in.`, 'Nobody can change a price or a text.');
  },
  do: async (context) =>
    void (await sanity(context, `v2025-08-14/projects/${requireKey(context, 'SANITY_PROJECT_ID')}/cors`, {
      method: 'POST',
      json: { origin: new URL(requireKey(context, 'PUBLIC_STUDIO_URL')).origin, allowCredentials: true },
    })),
};

const Hook = v.object({
  id: v.string(),
  url: v.string(),
  dataset: v.string(),
  isDisabled: v.optional(v.boolean(), false),
  isDisabledByUser: v.optional(v.boolean(), false),
  includeDrafts: v.optional(v.boolean(), false),
  secret: v.nullish(v.string()),
  rule: v.optional(v.object({ on: v.array(v.string()), filter: v.nullish(v.string()) })),
});
const FILTER = '!string::startsWith(_type, "sanity.") && !string::startsWith(_type, "system.")';
const hooksPath = (context: Context) =>
  `v2025-08-04/hooks/projects/${requireKey(context, 'SANITY_PROJECT_ID')}`;

async function hooks(context: Context) {
  const all = v.parse(v.array(Hook), await sanity(context, hooksPath(context)));
  return all.filter(({ url }) => url === functionUrl(context, 'sanity-webhook'));
}

const webhook: Step = {
  id: 'publish-webhook',
  topic: 'Sanity',
  what: 'Call sanity-webhook each time something is published, signed with our secret.',
  keys: [...keys, 'SANITY_DATASET', 'SUPABASE_ACCESS_TOKEN', 'SUPABASE_PROJECT_REF'],
  link: 'https://www.sanity.io/manage',
  async check(context) {
    const harm =
      'What is published is charged and shown a minute or more later, or never if the sweep fails.';
    const [hook, ...others] = await hooks(context);
    if (!hook) return missing('Sanity has no webhook that reports publications.', harm);
    if (hook.isDisabled || hook.isDisabledByUser) return wrong('Sanity’s webhook is switched off.', harm);
    if (hook.dataset !== datasetOf(context))
      return wrong(`Sanity’s webhook listens to the dataset ${hook.dataset}.`, harm);
    const absent = ['create', 'update', 'delete'].filter((event) => !hook.rule?.on.includes(event));
    if (absent.length > 0) return wrong(`Sanity’s webhook does not report ${absent.join(' and ')}.`, harm);
    if (hook.includeDrafts || !hook.rule?.filter)
      return wrong(
        'Sanity’s webhook also reports drafts or pictures.',
        'The site is built again for no reason.',
      );
    if (others.length > 0)
      return wrong(
        `${others.length + 1} webhooks have the same address.`,
        'Each publication is reported twice.',
      );
    const ours = context.keys.get('SANITY_WEBHOOK_SECRET');
    if (!hook.secret || (ours !== undefined && hook.secret !== ours))
      return wrong('Sanity’s webhook signs with a secret other than ours.', harm);
    return ok('Each publication is reported to sanity-webhook.');
  },
  async do(context) {
    for (const { id } of await hooks(context))
      await sanity(context, `${hooksPath(context)}/${id}`, { method: 'DELETE' });
    await sanity(context, hooksPath(context), {
      method: 'POST',
      json: {
        type: 'document',
        name: 'Otter: publish',
        url: functionUrl(context, 'sanity-webhook'),
        dataset: datasetOf(context),
        httpMethod: 'POST',
        apiVersion: 'v2025-02-19',
        includeDrafts: false,
        rule: { on: ['create', 'update', 'delete'], filter: FILTER, projection: null },
        secret: ownSecret(context, 'SANITY_WEBHOOK_SECRET'),
      },
    });
  },
};

const Attempt = v.object({
  createdAt: v.string(),
  isFailure: v.boolean(),
  resultCode: v.nullish(v.number()),
});

const deliveries: Step = {
  id: 'publish-deliveries',
  topic: 'Sanity',
  what: 'Check that Sanity’s last calls to sanity-webhook were accepted.',
  keys: [...keys, 'SUPABASE_PROJECT_REF'],
  async check(context) {
    const [hook] = await hooks(context);
    if (!hook)
      return missing(
        'There is no webhook.',
        'What is published reaches nobody.',
        'The step publish-webhook creates it.',
      );
    const path = `${hooksPath(context)}/${hook.id}/attempts`;
    const attempts = v
      .parse(v.array(Attempt), await sanity(context, path))
      .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
    const [last] = attempts;
    return last?.isFailure
      ? wrong(
          `Sanity’s last call was answered with ${last.resultCode ?? 'nothing'}.`,
          'What is published waits for the check that runs every minute.',
          '401: npm run setup -- --only publish-webhook,function-secrets. Otherwise read the log of sanity-webhook.',
        )
      : ok(last ? 'Sanity’s last call was accepted.' : 'Sanity has not called yet.');
  },
};

const Sellable = v.object({
  id: v.string(),
  title: v.nullish(v.string()),
  price: v.nullish(v.number()),
  available: v.nullish(v.boolean()),
});
const SELLABLE = `*[_type in ["pass", "campTier", "holidayPackage", "birthdayPackage"]]{ "id": _id, "title": name, price, available }`;

async function sellables(context: Context) {
  const query = new URLSearchParams({ query: SELLABLE, perspective: 'published' });
  const path = `v2025-02-19/data/query/${datasetOf(context)}?${query}`;
  const answer = await ofProject(context, path).catch((error: unknown) => {
    if (error instanceof HttpError && error.status === 404) return { result: [] };
    throw error;
  });
  return v.parse(v.object({ result: v.array(Sellable) }), answer).result;
}

const content: Step = {
  id: 'content',
  topic: 'Sanity',
  what: 'Import the first content: npx sanity dataset import seed/data.ndjson in studio/, with the dataset’s name.',
  keys: [...keys, 'SANITY_DATASET'],
  link: 'https://www.sanity.io/docs/content-lake/importing-data',
  check: async (context) =>
    (await sellables(context)).length > 0
      ? ok('The dataset has offers.')
      : missing(
          'The dataset has nothing that can be sold.',
          'The site cannot be built.',
          `Run in studio/: npx sanity dataset import seed/data.ndjson --dataset ${datasetOf(context)}`,
        ),
};

const Offer = v.object({ id: v.string(), price_cents: v.number() });

const prices: Step = {
  id: 'prices',
  topic: 'Sanity',
  what: 'Check that the checkout charges what is published.',
  keys: [...keys, 'SANITY_DATASET', 'SUPABASE_ACCESS_TOKEN', 'SUPABASE_PROJECT_REF'],
  async check(context) {
    const published = (await sellables(context)).filter(({ available }) => available !== false);
    const offers = await readRows(context, Offer, 'select id, price_cents from public.offers where active');
    const charged = new Map(offers.map(({ id, price_cents }) => [id, price_cents]));
    const differing = published.filter(({ id, price }) => charged.get(id) !== Math.round((price ?? 0) * 100));
    const stray = offers.filter(({ id }) => !published.some((document) => document.id === id));
    if (differing.length === 0 && stray.length === 0)
      return offers.length > 0
        ? ok(`${offers.length} offers are charged as published.`)
        : missing(
            'Nothing that can be sold is published.',
            'Nothing can be booked.',
            'Import the first content (the step content). Its offers are on sale within two minutes.',
          );
    const names = [...differing.map(({ id, title }) => title ?? id), ...stray.map(({ id }) => id)];
    return wrong(
      `Charged differently from what is published, or not at all: ${listNames(names)}.`,
      'Parents see one price and pay another, or cannot book what they see.',
      'Wait two minutes. Then check the badges of these documents in Studio: one may be waiting for approval.',
    );
  },
};

const studio: Step = {
  id: 'studio',
  topic: 'Sanity',
  what: 'Deploy Studio: in studio/, npm ci, then npx sanity deploy with the variables SANITY_STUDIO_*.',
  keys: ['PUBLIC_STUDIO_URL'],
  link: 'https://www.sanity.io/docs/studio/deployment',
  async check(context) {
    const url = requireKey(context, 'PUBLIC_STUDIO_URL');
    const harm = 'Nobody can change a price or a text.';
    const response = await context.fetch(url, { signal: AbortSignal.timeout(30_000) }).catch(() => null);
    if (!response) return missing(`${url} cannot be reached.`, harm);
    const page = await response.text();
    if (!response.ok) return wrong(`${url} answers ${response.status}.`, harm);
    return page.includes('id="sanity"')
      ? ok(`${url} shows Studio.`)
      : wrong(`${url} shows something other than Studio.`, harm);
  },
};

export const studioSteps = [studio];
export const sanitySteps = [dataset, readToken, cors, webhook];
export const contentSteps = [content, deliveries, prices];
