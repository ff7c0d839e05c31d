import { authError } from '../auth-error.ts';
import { type AuthService, inTransaction, type SessionRow, tablesOf } from '../internals.ts';
import { type FactorRow, methodOf } from './factors.ts';

/** Removes a factor. Sessions that it raised return to `aal1`. Removing a verified factor needs `aal2`. */
export async function unenrol(service: AuthService, factor: FactorRow, session: SessionRow): Promise<void> {
  if (factor.status === 'verified' && session.aal !== 'aal2')
    throw authError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
  await inTransaction(service, () => forgetFactor(service, factor));
}

export async function forgetFactor(service: AuthService, factor: FactorRow): Promise<void> {
  const tables = tablesOf(service);
  await tables
    .deleteFrom('mfa_amr_claims')
    .where('authentication_method', '=', methodOf[factor.factor_type])
    .where('session_id', 'in', tables.selectFrom('sessions').select('id').where('factor_id', '=', factor.id))
    .execute();
  await tables
    .updateTable('sessions')
    .set({ aal: 'aal1', factor_id: null })
    .where('factor_id', '=', factor.id)
    .execute();
  await tables.deleteFrom('mfa_factors').where('id', '=', factor.id).execute();
}
