import { expect, test } from 'vitest';
import { createDatabase } from '../support/database.ts';
import { play } from '../support/histories/run.ts';
import { publishAll } from '../support/histories/world.ts';

/** `HISTORIES=10000 npx vitest run --project db histories` is the long run; `HISTORIES_FROM` replays a seed. */
const COUNT = Number(process.env['HISTORIES'] ?? 300);
const FROM = Number(process.env['HISTORIES_FROM'] ?? 1);
/** As many share a database: its books grow, and are judged whole after every history. */
const CHAPTER = 10;

const chapters = Array.from({ length: Math.ceil(COUNT / CHAPTER) }, (_, n) => FROM + n * CHAPTER);

test.each(chapters)(
  'whatever four people at a time do, the books are right (histories from %i)',
  async (first) => {
    const db = await createDatabase();
    await publishAll(db);
    for (let seed = first; seed < Math.min(first + CHAPTER, FROM + COUNT); seed++) {
      expect(await play(db, seed), `history ${seed}`).toEqual([]);
    }
    await db.drop();
  },
);
