import { type Role, securityTexts } from '../contract/security.ts';
import type { Db } from './db.ts';
import type { Deps } from './deps.ts';
import { logFault, writeLog } from './log.ts';
import { RefusalError } from './refusal.ts';
import { subjectOf, userToken } from './user.ts';

export interface SecuredCall {
  /** The name of the call's row in `rate_rules`. Calls that have no row share the rule `other`. */
  endpoint: string;
  roles?: readonly Role[];
  table: string;
  access: string;
  /**
   * True for money and personal data. If the limit cannot be checked, the call is then refused (docs/decisions
   * "Safety").
   */
  strict?: boolean;
}

interface Caller {
  db: Db;
  userId: string;
}

class SecurityError extends RefusalError {
  constructor(code: keyof typeof securityTexts) {
    super({ code });
    this.message = securityTexts[code];
  }
}

/**
 * Checks the limit and the role, and writes the access log (spec 1 §6 and §7). If the database does not answer, the
 * caller has no role. SQL checks the role again, so this helper alone grants nothing.
 */
export async function secured(
  request: Request,
  { dbAs }: Pick<Deps, 'dbAs'>,
  { endpoint, roles = ['customer'], table, access, strict = false }: SecuredCall,
): Promise<Caller> {
  const token = userToken(request);
  const userId = token === null ? null : subjectOf(token);
  if (token === null || userId === null) throw new RefusalError({ code: 'unauthorized' });
  const db = dbAs(token);
  const caller = { db, userId };
  if (!(await isWithinLimit(db, endpoint, strict))) throw refuse('rate_limited', endpoint);
  if (!(await holdsOneOf(caller, roles))) throw refuse('not_allowed', endpoint);
  await noteAccess(db, { accessed_table: table, access_type: access, user_context: { action: access } });
  return caller;
}

function refuse(code: keyof typeof securityTexts, endpoint: string): SecurityError {
  const error = new SecurityError(code);
  writeLog('warning', 'refused', { endpoint, error: error.message });
  return error;
}

async function isWithinLimit(db: Db, endpoint: string, strict: boolean): Promise<boolean> {
  try {
    return (await db.rpc('enhanced_rate_limit_check', { p_endpoint: endpoint })) === true;
  } catch (error) {
    passOn(error);
    logFault('rate check', error);
    return !strict;
  }
}

async function holdsOneOf({ db, userId }: Caller, roles: readonly Role[]): Promise<boolean> {
  try {
    for (const check_role of roles)
      if ((await db.rpc('has_role', { user_uuid: userId, check_role })) === true) return true;
  } catch (error) {
    passOn(error);
    logFault('role check', error);
  }
  return false;
}

/** Writes the access log. If that fails, a parent is not refused, because SQL has its own log of what it returns. */
async function noteAccess(
  db: Db,
  entry: { accessed_table: string; access_type: string; user_context: { action: string } },
): Promise<void> {
  try {
    await db.rpc('log_security_access', entry);
  } catch (error) {
    passOn(error);
    logFault('access log', error);
  }
}

function passOn(error: unknown): void {
  if (error instanceof RefusalError && error.refusal.code === 'unauthorized') throw error;
}
