import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { brand } from '#contract/brand.ts';
import { type Context, requireKey } from '../context.ts';
import { listNames, missing, ok, type Step, unknown, wrong } from '../step.ts';
import { apiKeys, management, ofProject } from '../supabase.ts';

const REGION = 'ap-southeast-1';
const PAUSE_MS = 5000;
const MAX_PAUSES = 120;

const Project = v.object({ ref: v.string(), name: v.string(), region: v.string(), status: v.string() });
const nothingWorks = 'Nothing works: no page can sell, and nobody can sign in.';
const nameOf = ({ environment }: Context) => `${brand.slug} ${environment}`;

/** Returns the project that is named, or one that an interrupted run has created. */
async function findProject(context: Context) {
  const projects = v.parse(v.array(Project), await management(context, '/projects'));
  const ref = context.keys.get('SUPABASE_PROJECT_REF');
  return projects.find((project) => (ref ? project.ref === ref : project.name === nameOf(context)));
}

const project: Step = {
  id: 'project',
  topic: 'Supabase',
  what: 'Create the project in Singapore, unless one is named.',
  keys: ['SUPABASE_ACCESS_TOKEN'],
  async check(context) {
    const found = await findProject(context);
    if (!found) return missing('There is no such project.', nothingWorks);
    if (found.region !== REGION)
      return wrong(
        `The project is in ${found.region}, not in Singapore (${REGION}).`,
        'Each click waits for a server far away, and children’s data leaves Singapore.',
        'A region can’t be changed: create a new project in Singapore, and give its reference.',
      );
    if (found.status !== 'ACTIVE_HEALTHY')
      return wrong(`The project is ${found.status}.`, nothingWorks, 'Look at Supabase’s dashboard.');
    if (!context.keys.get('SUPABASE_PROJECT_REF'))
      return unknown(`There is a project ${found.name}; it is not named yet.`, nothingWorks);
    return ok(`Project ${found.ref} runs in Singapore.`);
  },
  async do(context) {
    let found = await findProject(context);
    if (!found) {
      if (context.keys.get('SUPABASE_PROJECT_REF'))
        throw new Error('No project has this SUPABASE_PROJECT_REF, or the token may not see it.');
      const db_pass = context.keys.get('SUPABASE_DB_PASSWORD') ?? randomBytes(24).toString('hex');
      context.keys.set('SUPABASE_DB_PASSWORD', db_pass);
      await management(context, '/projects', {
        method: 'POST',
        json: {
          name: nameOf(context),
          organization_slug: requireKey(context, 'SUPABASE_ORGANIZATION'),
          region_selection: { type: 'specific', code: REGION },
          db_pass,
        },
      });
    }
    for (let pauses = 0; found?.status !== 'ACTIVE_HEALTHY' && pauses < MAX_PAUSES; pauses++) {
      found = await findProject(context);
      if (found?.status !== 'ACTIVE_HEALTHY') await context.pause(PAUSE_MS);
    }
    if (found && !context.keys.get('SUPABASE_PROJECT_REF'))
      context.keys.set('SUPABASE_PROJECT_REF', found.ref);
  },
  link: 'https://supabase.com/dashboard/projects',
};

const keyKinds = ['publishable', 'secret'] as const;

const apiKeysStep: Step = {
  id: 'api-keys',
  topic: 'Supabase',
  what: 'Make a publishable and a secret API key, which replace the legacy keys.',
  keys: ['SUPABASE_ACCESS_TOKEN', 'SUPABASE_PROJECT_REF'],
  async check(context) {
    const keys = await apiKeys(context);
    const absent = keyKinds.filter((kind) => !keys.some(({ type }) => type === kind));
    return absent.length > 0
      ? missing(
          `There is no ${absent.join(' and no ')} key.`,
          'Once the legacy keys end, pages or functions cannot reach the database.',
        )
      : ok('Both API keys exist.');
  },
  async do(context) {
    const keys = await apiKeys(context);
    for (const type of keyKinds)
      if (!keys.some((key) => key.type === type))
        await ofProject(context, '/api-keys', { method: 'POST', json: { type, name: 'default' } });
  },
};

const SigningKeys = v.object({ keys: v.array(v.object({ algorithm: v.string(), status: v.string() })) });
/** With these algorithms, only the sign-in service can sign tokens, and everybody else can only verify them. */
const ASYMMETRIC: readonly string[] = ['ES256', 'RS256'];
const SHARED = 'HS256';

const tokenSigning: Step = {
  id: 'token-signing',
  topic: 'Supabase',
  what: 'Check that sign-ins are signed with a key pair of which only the public half is shared.',
  keys: ['SUPABASE_ACCESS_TOKEN', 'SUPABASE_PROJECT_REF'],
  link: 'https://supabase.com/dashboard/project/_/settings/jwt',
  async check(context) {
    // The published keys do not tell which of them signs, and a shared secret is never among them.
    const { keys } = v.parse(SigningKeys, await ofProject(context, '/config/auth/signing-keys'));
    const harm = 'Anybody who learns that secret can sign in as any parent or admin.';
    const used = keys.find(({ status }) => status === 'in_use');
    if (!used || used.algorithm === SHARED)
      return wrong(
        'Sign-ins are signed with a secret that several services share.',
        harm,
        'On that page, migrate the secret, rotate the keys and, after a day, revoke the old one.',
      );
    if (!ASYMMETRIC.includes(used.algorithm))
      return unknown(
        `Sign-ins are signed by ${used.algorithm}, which we have not tried.`,
        'Pages or functions may refuse people who are signed in.',
        'On that page, rotate to an ES256 key.',
      );
    const shared = keys.filter(({ algorithm, status }) => algorithm === SHARED && status !== 'revoked');
    return shared.length > 0
      ? wrong(
          `Sign-ins are signed by ${used.algorithm}, but a shared secret is still accepted (${listNames(shared.map(({ status }) => status))}).`,
          harm,
          'Once nobody uses the legacy API keys and a day has passed, revoke the shared secret on that page.',
        )
      : ok(`Sign-ins are signed by ${used.algorithm}, and no shared secret is accepted.`);
  },
};

const Backups = v.object({
  pitr_enabled: v.boolean(),
  backups: v.array(v.object({ inserted_at: v.string(), status: v.string() })),
});
const OLDEST_MS = 26 * 60 * 60 * 1000;

const backups: Step = {
  id: 'backups',
  topic: 'Supabase',
  what: 'Choose a Supabase plan with daily backups.',
  keys: ['SUPABASE_ACCESS_TOKEN', 'SUPABASE_PROJECT_REF'],
  async check(context) {
    const state = v.parse(Backups, await ofProject(context, '/database/backups'));
    if (state.pitr_enabled) return ok('The database can be restored to any moment.');
    const times = state.backups
      .filter(({ status }) => status === 'COMPLETED')
      .map(({ inserted_at }) => Date.parse(inserted_at));
    const harm = 'After an accident, bookings and payments are lost.';
    const fix = 'Choose the Pro plan, and wait a day for the first backup.';
    if (times.length === 0) return missing('There is no backup.', harm, fix);
    const age = context.now().getTime() - Math.max(...times);
    return age > OLDEST_MS
      ? wrong(`The newest backup is ${Math.floor(age / 3_600_000)} hours old.`, harm, fix)
      : ok('There is a backup from the last day.');
  },
  link: 'https://supabase.com/dashboard/project/_/database/backups/scheduled',
};

export const projectSteps = [project, apiKeysStep, tokenSigning];
export const backupSteps = [backups];
