import * as v from 'valibot';

/** Answers of `note_admin_attempt` and `enter_admin_access` (spec 1 §2). */
export const AdminAttempt = v.object({ attempt: v.string() });
/** True if the account may use the administrators' page. */
export const AdminEntered = v.object({ allowed: v.boolean() });
