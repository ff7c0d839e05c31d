import * as v from 'valibot';
import { functionNames } from '../config.ts';
import { type Context, functionUrl, ownSecret, siteUrl } from '../context.ts';
import type { DeployableFunction } from '../function-files.ts';
import { readLog } from '../releases/log.ts';
import { listNames, missing, ok, type Step, unknown, wrong } from '../step.ts';
import { functionSecrets, isDigestOf, ofProject } from '../supabase.ts';
import type { KeyName } from '../keys.ts';
import { optionalKeyNames, wholeLists } from '../optional-keys.ts';

const keys = ['SUPABASE_ACCESS_TOKEN', 'SUPABASE_PROJECT_REF'] as const;

/** The secrets that every function needs to start (server/env.ts), and those that switch on further features. */
const needed = [
  'SITE_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'RESEND_API_KEY',
  'RESEND_WEBHOOK_SECRET',
  'MAIL_FROM',
  'SANITY_PROJECT_ID',
  'SANITY_DATASET',
  'SANITY_WEBHOOK_SECRET',
  'MAINTENANCE_SECRET',
  'DEPLOY_HOOK_URL',
] as const satisfies readonly KeyName[];
/** Optional secrets that the functions still have, although the answer to them was empty. */
const declined = (context: Context, there: Map<string, string>) =>
  optionalKeyNames.filter((name) => context.keys.isDeclined(name) && there.has(name));
const all: readonly KeyName[] = [...needed, 'SANITY_READ_TOKEN', ...optionalKeyNames];

const secretsStep: Step = {
  id: 'function-secrets',
  topic: 'Supabase',
  what: 'Give the functions their secrets.',
  keys: [...keys, 'SITE_URL', 'MAIL_FROM', 'STRIPE_SECRET_KEY', 'RESEND_API_KEY', 'SANITY_PROJECT_ID'],
  async check(context) {
    const there = await functionSecrets(context);
    const harm = 'No function starts: no payment page opens, no payment is confirmed, no e-mail is sent.';
    const absent = needed.filter((name) => !there.has(name));
    if (absent.length > 0) return missing(`These secrets are not set: ${absent.join(', ')}.`, harm);
    const other = all.filter((name) => {
      const value = context.keys.get(name);
      const digest = there.get(name);
      return value !== undefined && (digest === undefined || !isDigestOf(context, digest, value));
    });
    if (other.length > 0)
      return wrong(
        `The functions have values that differ from ours: ${other.join(', ')}.`,
        'The functions sign, pay or send with an old key: their calls are refused, or money goes elsewhere.',
      );
    const unwanted = declined(context, there);
    if (unwanted.length > 0)
      return wrong(
        `The functions still have keys that were answered with nothing: ${listNames(unwanted)}.`,
        'What they switch on goes on, such as messages or reports to another service.',
      );
    const halves = wholeLists.filter(
      (list) => list.some((name) => there.has(name)) && !list.every((name) => there.has(name)),
    );
    if (halves.length > 0)
      return wrong(
        `Only some of these are set: ${listNames(halves.map((list) => list.join(', ')))}.`,
        'What they switch on stays off: messages, conversions, or the assistant’s own words.',
        `Run npm run setup -- --ask ${halves
          .flat()
          .filter((name) => !there.has(name))
          .join(',')} --only function-secrets`,
      );
    const unseen = needed.filter((name) => context.keys.get(name) === undefined);
    return unseen.length > 0
      ? unknown(
          `All secrets are set. Their values cannot be compared, because they are not given: ${unseen.join(', ')}.`,
          'With a wrong value, a service refuses our calls without a report.',
          'Run doctor where setup was run, or give them as variables.',
        )
      : ok(`${needed.length} secrets are set as we know them.`);
  },
  async do(context) {
    ownSecret(context, 'MAINTENANCE_SECRET');
    ownSecret(context, 'SANITY_WEBHOOK_SECRET');
    const there = await functionSecrets(context);
    const json = all.flatMap((name) => {
      const value = context.keys.get(name);
      const digest = there.get(name);
      if (value === undefined || (digest !== undefined && isDigestOf(context, digest, value))) return [];
      return [{ name, value }];
    });
    if (json.length > 0) await ofProject(context, '/secrets', { method: 'POST', json });
    const unwanted = declined(context, there);
    if (unwanted.length > 0) await ofProject(context, '/secrets', { method: 'DELETE', json: unwanted });
  },
};

const Deployed = v.object({
  slug: v.string(),
  name: v.string(),
  status: v.string(),
  verify_jwt: v.optional(v.boolean(), true),
});

/** Returns the name that the dashboard shows. From it, doctor knows which version was deployed. */
const titleOf = ({ name, release }: DeployableFunction) => `${name} ${release}`;

async function deployed(context: Context) {
  return v.parse(v.array(Deployed), await ofProject(context, '/functions'));
}

/** Returns whether a rollback was the last thing that was done, and no deployment is under way. */
async function isRolledBack(context: Context): Promise<boolean> {
  const [last] = await readLog(context);
  return last?.kind === 'rollback' && last.is_done;
}

const deploy: Step = {
  id: 'functions',
  topic: 'Supabase',
  what: 'Deploy every function, open to callers without a token as supabase/config.toml says.',
  keys,
  async check(context) {
    const there = new Map((await deployed(context)).map((one) => [one.slug, one]));
    const ours = await context.functions();
    const names = (list: DeployableFunction[]) => listNames(list.map(({ name }) => name));
    const absent = ours.filter(({ name }) => there.get(name)?.status !== 'ACTIVE');
    if (absent.length > 0)
      return missing(`Not deployed: ${names(absent)}.`, 'What needs these functions fails for everybody.');
    const closed = ours.filter(({ name, verifyJwt }) => there.get(name)?.verify_jwt !== verifyJwt);
    if (closed.length > 0)
      return wrong(
        `The gateway’s check for a token differs from supabase/config.toml: ${names(closed)}.`,
        'Stripe, Sanity, mail programs and visitors get 401 there: payments are not confirmed, and families cannot stop news.',
      );
    const old = ours.filter((one) => there.get(one.name)?.name !== titleOf(one));
    if (old.length === 0) return ok(`${ours.length} functions are deployed from these sources.`);
    const byHand = old.filter(({ name }) => there.get(name)?.name === name);
    return byHand.length === old.length
      ? unknown(
          `Deployed by another command, so their sources cannot be compared: ${names(byHand)}.`,
          'Their version may differ from that of the pages.',
          'Run npm run setup -- --only functions.',
        )
      : wrong(
          `Deployed from other sources: ${names(old)}.`,
          'Pages and functions of two versions might not understand each other.',
          (await isRolledBack(context))
            ? 'They are those of the version to which a rollback led. Check that version out to compare them, or fix this one and run npm run deploy.'
            : undefined,
        );
  },
  async do(context) {
    if (await isRolledBack(context))
      throw new Error(
        'A rollback led to an earlier version, so its functions stay: fix this version and run npm run deploy.',
      );
    const there = new Map((await deployed(context)).map((one) => [one.slug, one]));
    const failures: string[] = [];
    for (const one of await context.functions()) {
      const now = there.get(one.name);
      if (now?.status === 'ACTIVE' && now.verify_jwt === one.verifyJwt && now.name === titleOf(one)) continue;
      context.tell(`Deploying ${one.name}`);
      // If one function cannot be deployed, the others still are, because parents need each of them.
      await ofProject(context, `/functions/deploy?slug=${one.name}`, {
        method: 'POST',
        form: formOf(one),
      }).catch((error: unknown) => failures.push(`${one.name}: ${String(error)}`));
    }
    if (failures.length > 0) throw new Error(listNames(failures, 3));
  },
};

function formOf(one: DeployableFunction): FormData {
  const form = new FormData();
  const metadata = {
    name: titleOf(one),
    entrypoint_path: one.entrypoint,
    verify_jwt: one.verifyJwt,
  };
  form.append('metadata', JSON.stringify(metadata));
  for (const { name, content } of one.files) form.append('file', new Blob([content]), name);
  return form;
}

/**
 * Matches an answer of the gateway itself. It has a message, and a code in capitals or a number, whereas the codes of
 * our functions are in small letters.
 */
const FromGateway = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    code: v.optional(v.union([v.number(), v.pipe(v.string(), v.regex(/[A-Z]/))])),
    message: v.string(),
  }),
);

/**
 * Returns what is wrong with the answer to a plain `GET`, which no function acts on, or null if the answer is the
 * function's own.
 */
async function wrongAnswer(context: Context, name: string): Promise<string | null> {
  const response = await context.fetch(functionUrl(context, name), {
    redirect: 'manual',
    signal: AbortSignal.timeout(30_000),
  });
  const { success, output } = v.safeParse(FromGateway, await response.text());
  if (response.status < 500 && !success) return null;
  const code = success ? (output.code ?? output.message) : '';
  return `${name} (${response.status}${code === '' ? '' : `, ${code}`})`;
}

const answers: Step = {
  id: 'functions-answer',
  topic: 'Supabase',
  what: 'Call each function, and check that ours answers.',
  keys: ['SUPABASE_PROJECT_REF'],
  async check(context) {
    const faults = await Promise.all(functionNames().map(({ name }) => wrongAnswer(context, name)));
    const wrongOnes = faults.filter((fault) => fault !== null);
    return wrongOnes.length > 0
      ? wrong(
          `These functions do not answer: ${listNames(wrongOnes)}.`,
          'What needs them fails for everybody.',
          '401 or 404: run setup -- --only functions. 5xx: a secret is missing, or read the function’s log.',
        )
      : ok('Each function answers.');
  },
};

const unsubscribe: Step = {
  id: 'unsubscribe',
  topic: 'Resend',
  what: 'Let people stop news with one press, as Gmail does (RFC 8058).',
  keys: ['SUPABASE_PROJECT_REF'],
  async check(context) {
    const response = await context.fetch(functionUrl(context, 'stop-news'), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
      signal: AbortSignal.timeout(30_000),
    });
    await response.body?.cancel();
    return response.ok
      ? ok('One press stops news.')
      : wrong(
          `One-click unsubscribe answers ${response.status}.`,
          'Parents cannot stop news, and mark our mails as spam instead.',
          'Run npm run setup -- --only functions.',
        );
  },
};

const cors: Step = {
  id: 'browser-calls',
  topic: 'host',
  what: 'Let the pages of the site call the functions.',
  keys: ['SUPABASE_PROJECT_REF', 'SITE_URL'],
  async check(context) {
    const { origin } = siteUrl(context);
    const response = await context.fetch(functionUrl(context, 'create-checkout'), {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
      signal: AbortSignal.timeout(30_000),
    });
    const allowed = response.headers.get('access-control-allow-origin');
    return allowed === origin
      ? ok(`Pages of ${origin} may call.`)
      : wrong(
          `The functions accept calls from ${allowed ?? 'nobody'}, not from ${origin}.`,
          'The checkout fails in every browser.',
          'Correct the secret SITE_URL of the functions: npm run setup -- --only function-secrets.',
        );
  },
};

export const functionSteps = [secretsStep, deploy, answers, unsubscribe, cors];
