import type { Connection } from '@supabase/lite';
import {
  crowdedResponse,
  databaseErrorResponse,
  findDatabaseError,
  isConnectionError,
  isCrowded,
  isMisfit,
  unavailableResponse,
} from './errors.ts';
import { callerScope, isCall, requestScope } from './request-scope.ts';
import type { RoleSettings } from './role-settings.ts';

type WithContext = Connection['withContext'];
type Transaction = Parameters<Parameters<WithContext>[1]>[0];

interface RequestVars {
  auth?: { jwt?: Record<string, unknown> | null };
}

/** The roles that a hosted project's `authenticator` may switch to. */
const ROLES = new Set(['anon', 'authenticated', 'service_role']);
/** For these errors @supabase/lite names the column or function itself, like PostgREST. */
const WORDED_BY_LITE = new Set(['42703', '42883', 'PGRST']);

/**
 * Like PostgREST, runs each request in one transaction under the caller's role, read-only for GET. At the first
 * policy, @supabase/lite would grant every role all rights on all tables.
 */
export function answerAs(connection: Connection, readRoles: () => Promise<RoleSettings>): WithContext {
  return async (vars, work, options) => {
    if (!vars || options?.transaction) return work(options?.transaction ?? connection.kysely);
    const claims = (vars as RequestVars).auth?.jwt ?? { role: 'anon' };
    const role = typeof claims['role'] === 'string' ? claims['role'] : 'anon';
    type Result = Awaited<ReturnType<typeof work>>;
    try {
      if (!ROLES.has(role)) return refuseRole(role) as Result;
      const settings = await readRoles();
      return await callerScope.run(true, () =>
        connection.kysely.transaction().execute(async (tx) => {
          await setCaller(tx, role, claims, settings);
          const result = await work(tx);
          await readStatus(tx);
          return result;
        }),
      );
    } catch (error) {
      if (isCrowded(error)) return crowdedResponse() as Result;
      if (isConnectionError(error)) return unavailableResponse() as Result;
      const refused = isMisfit(error) ? invalidInput : findDatabaseError(error);
      if (!refused || WORDED_BY_LITE.has(refused.code)) throw error;
      return databaseErrorResponse(refused, role !== 'anon') as Result;
    }
  };
}

/**
 * A function can set its own status and still commit, because PostgREST reads the status before the transaction ends.
 */
async function readStatus(tx: Transaction): Promise<void> {
  const scope = requestScope.getStore();
  if (!scope || !isCall(scope.path)) return;
  const { status } = await tx
    .selectNoFrom((eb) => eb.fn<string>('current_setting', [eb.val('response.status')]).as('status'))
    .executeTakeFirstOrThrow();
  if (status) scope.status = Number(status);
}

/** Postgres' error for a value that does not fit its argument's type. PostgREST passes the value on as text. */
const invalidInput = { code: '22P02', message: 'invalid input syntax' };

function refuseRole(role: string): Response {
  return databaseErrorResponse({ code: '42501', message: `permission denied to set role "${role}"` }, true);
}

async function setCaller(
  tx: Transaction,
  role: string,
  claims: Record<string, unknown>,
  { timeouts, preRequest }: RoleSettings,
): Promise<void> {
  const { method, path, headers } = requestScope.getStore() ?? { method: 'GET', path: '/', headers: {} };
  const settings: Record<string, string> = {
    role,
    ...(timeouts[role] ? { statement_timeout: timeouts[role] } : {}),
    'request.jwt.claims': JSON.stringify({ ...claims, role }),
    'request.method': method,
    'request.path': path,
    'request.headers': JSON.stringify(headers),
    'response.status': '',
    'response.headers': '',
    ...(method === 'GET' || method === 'HEAD' ? { transaction_read_only: 'on' } : {}),
  };
  await tx
    .selectNoFrom((eb) =>
      Object.entries(settings).map(([name, value], index) =>
        eb.fn('set_config', [eb.val(name), eb.val(value), eb.val(true)]).as(`s${index}`),
      ),
    )
    .execute();
  if (preRequest) await tx.selectNoFrom((eb) => eb.fn(preRequest).as('pre')).execute();
}
