import type postgres from 'postgres';

interface Answer<T> {
  ok: boolean;
  body: T;
}

export interface Visitors {
  sql: postgres.Sql;
  of(name: string): string;
  camp(capacity: number): Promise<string>;
  rpc<T>(address: string, name: string, args: object): Promise<Answer<T>>;
  call<T>(address: string, name: string, body: object): Promise<Answer<T>>;
}

/** Calls the stack as visitors do. `sql` prepares and counts rows. */
export function createVisitors(environment: Record<string, string>, sql: postgres.Sql): Visitors {
  const variable = (name: string) => {
    const value = environment[name];
    if (!value) throw new Error(`The stack has no ${name}.`);
    return value;
  };
  const post = async <T>(address: string, path: string, body: object): Promise<Answer<T>> => {
    const response = await fetch(`${variable('SUPABASE_URL')}/${path}`, {
      method: 'POST',
      headers: {
        apikey: variable('SUPABASE_ANON_KEY'),
        'content-type': 'application/json',
        'x-visitor': address,
      },
      body: JSON.stringify(body),
    });
    return { ok: response.ok, body: (await response.json()) as T };
  };
  return {
    sql,
    of: variable,
    async camp(capacity) {
      const [row] = await sql<[{ id: string }]>`
        insert into camp_weeks (name, tier, team_types, location_id, start_date, end_date, capacity, is_active)
        select 'Spark Camp', 'spark', array['red'], l.id, d.start, d.start + 2, ${capacity}, true
        from locations l, (select greatest(current_date + 200, max(start_date) + 7) as start from camp_weeks) d
        where l.base = 'east-coast' returning id`;
      await sql`insert into camp_coaches (camp_id, coach_id) select ${row.id}, id from coaches order by id limit 1`;
      return row.id;
    },
    rpc: (address, name, args) => post(address, `rest/v1/rpc/${name}`, args),
    call: (address, name, body) => post(address, `functions/v1/${name}`, body),
  };
}
