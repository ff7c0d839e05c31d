import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { root } from '../sources.ts';

export const policiesFile = 'scripts/launch/policies.gen.json';

/**
 * Each policy with a hash of its text. Spaces are ignored, because versions of Postgres write them
 * differently. Parentheses count, and so does whether a condition is in `using` or in `with check`.
 */
export const policiesQuery = `
select p.polrelid::regclass::text || ': ' || p.polname as name,
  md5(regexp_replace(concat_ws('|', p.polcmd, p.polpermissive,
    (select string_agg(case when r = 0 then 'public' else pg_get_userbyid(r) end, ',' order by 1) from unnest(p.polroles) r),
    coalesce(pg_get_expr(p.polqual, p.polrelid), '-'), coalesce(pg_get_expr(p.polwithcheck, p.polrelid), '-')), '\\s', '', 'g')) as hash
from pg_policy p join pg_class c on c.oid = p.polrelid
where c.relnamespace in ('public'::regnamespace, to_regnamespace('storage')) order by 1`;

/** Returns the policies of supabase/schemas, as `npm run types` has read them. */
export const knownPolicies = () =>
  v.parse(v.record(v.string(), v.string()), JSON.parse(readFileSync(path.join(root, policiesFile), 'utf8')));
