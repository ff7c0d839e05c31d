/** Adds children to camps and sessions as staff do, for the database tests. */
import * as v from 'valibot';
import { AddedChild, AddedChildPreview } from '#contract/added-children.ts';
import { ScheduleItemDetails } from '#contract/management-schedule.ts';
import type { TestDatabase } from './database.ts';
import * as afterSale from './sql-after-sale.ts';
import * as camps from './sql-camps.ts';
import type { People } from './sql-people.ts';
import { refusal, rpc } from './sql.ts';

type Who = keyof People['callers'];

export const addingArgs = (child: string, place: string, p_way = 'free', more: object = {}) => ({
  p_note_id: crypto.randomUUID(),
  p_child_id: child,
  p_place_id: place,
  p_way,
  p_expected_capacity: null,
  p_allows_age: false,
  p_reason: 'Sorry for the rain',
  ...more,
});
export const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code;

export function createAdding(db: TestDatabase, people: People) {
  let week = 4;
  let families = 0;
  return {
    camp: (more: Parameters<typeof camps.makeCamp>[1] = {}) =>
      camps.makeCamp(db, { start: afterSale.dateIn(7 * week++), ...more }),
    /** Makes a child of a guest, so that each test has its own family. */
    async makeChild(years = 9) {
      const [row] = await db.sql<{ id: string; family: string }[]>`
        with f as (
          insert into public.families (contact_name, contact_email)
          values ('Mei Tan', ${`mei${++families}@example.test`}) returning id)
        insert into public.children (family_id, name, dob, agreed_teams)
        select id, ${`Kai ${families} Tan`}, ${afterSale.dateIn(-years * 366)}, '{white,red,black,x}' from f
        returning id, family_id as family`;
      if (!row) throw new Error('no child');
      return row;
    },
    add: async (sent: ReturnType<typeof addingArgs>, who: Who = 'business admin') =>
      v.parse(AddedChild, await rpc(db, people.callers[who], 'add_child', sent)),
    preview: async (p_child_id: string, p_place_id: string, p_way = 'free') =>
      v.parse(
        AddedChildPreview,
        await rpc(db, people.callers['business admin'], 'preview_added_child', {
          p_child_id,
          p_place_id,
          p_way,
        }),
      ),
    remove: async (p_child_id: string, p_place_id: string) =>
      v.parse(
        ScheduleItemDetails,
        await rpc(db, people.callers.admin, 'remove_unpaid_child', {
          p_note_id: crypto.randomUUID(),
          p_child_id,
          p_place_id,
          p_reason: 'They cannot come',
        }),
      ),
    async readCapacity(id: string) {
      const [row] = await db.sql<{ n: number }[]>`
        select capacity as n from public.camp_weeks where id = ${id}
        union all select max_capacity from public.sessions where id = ${id}`;
      return row?.n;
    },
    countOn: async (id: string) =>
      (
        await db.sql`
          select from public.camp_enrollments where camp_id = ${id} and status = 'enrolled'
          union all select from public.bookings where session_id = ${id} and status = 'booked'`
      ).length,
    readMails: () =>
      db.sql<{ template: string; children: string[]; removed: string | null }[]>`
        select template, payload -> 'children' as children, payload ->> 'is_removed' as removed from public.outbox
        order by created_at`,
  };
}
export type Adding = ReturnType<typeof createAdding>;
