import { type TestDatabase } from './database.ts';

export const readSessionDate = async (db: TestDatabase, session: string) =>
  (
    await db.sql<
      [{ day: string }]
    >`select session_date::text as day from public.sessions where id = ${session}`
  )[0].day;
