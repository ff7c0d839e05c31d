import postgres from 'postgres';

export interface RoleSettings {
  /** `statement_timeout` per role. A role that has none uses the connection's. */
  timeouts: Record<string, string>;
  /** `pgrst.db_pre_request`: a function that runs as the caller before the request's own query. */
  preRequest: string | undefined;
}

export function roleSettings(url: string): () => Promise<RoleSettings> {
  let cached: Promise<RoleSettings> | undefined;
  return () =>
    (cached ??= read(url).catch((error: unknown) => {
      cached = undefined;
      throw error;
    }));
}

async function read(url: string): Promise<RoleSettings> {
  const sql = postgres(url, { max: 1, connect_timeout: 5 });
  try {
    const rows = await sql<{ role: string; name: string; value: string }[]>`
      select s.setrole::regrole::text as role, split_part(c, '=', 1) as name, split_part(c, '=', 2) as value
      from pg_db_role_setting s, unnest(s.setconfig) c
      where s.setdatabase = 0 and s.setrole in (select to_regrole(r) from unnest(
        array['anon', 'authenticated', 'service_role', 'authenticator']) r)`;
    const preRequest = rows.find(({ name }) => name === 'pgrst.db_pre_request')?.value;
    // The setting belongs to the cluster. A database without our migrations does not have the function.
    const [found] = await sql`select to_regprocedure(${`${preRequest ?? ''}()`}) is not null as there`;
    return {
      timeouts: Object.fromEntries(
        rows.filter(({ name }) => name === 'statement_timeout').map(({ role, value }) => [role, value]),
      ),
      preRequest: preRequest && found?.['there'] === true ? preRequest : undefined,
    };
  } finally {
    await sql.end({ timeout: 1 });
  }
}
