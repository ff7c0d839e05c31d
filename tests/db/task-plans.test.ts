/** Tests which tasks are created automatically, and when tasks are handed back (docs/decisions "Tasks"). */
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ManagementToday, StaffDecisions } from '#contract/management.ts';
import { StaffLeadDetails } from '#contract/management-leads.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { reserveSpot } from '#support/sql-leads.ts';
import { makeTasks, type Tasks } from '#support/sql-tasks.ts';
import { refusal } from '#support/sql.ts';

let db: TestDatabase;
let tasks: Tasks;
beforeAll(async () => {
  db = await createDatabase();
  tasks = await makeTasks(db);
});
beforeEach(() => db.sql`delete from public.tasks`);
afterAll(() => db.drop());

const openDecision = async () => {
  const [row] = await db.sql<[{ id: string }]>`
    insert into public.payment_decisions (kind, payment_id, order_id, created_at)
    select 'mismatch', p.id, p.order_id, private.calendar_now() from public.payments p
    where not exists (select from public.payment_decisions d where d.payment_id = p.id) limit 1 returning id`;
  return row.id;
};

test('when two admins plan a task for the same lead at once, one is refused', async () => {
  const { token } = await reserveSpot(db, { email: 'race@example.test' });
  const [lead] = await db.sql<[{ id: string }]>`select id from public.leads where token = ${token}`;
  const link = { kind: 'lead', id: lead.id };
  const results = await Promise.all(
    [1, 2].map(() =>
      tasks.saveTask({ link, owner_id: tasks.adminId }).then(
        () => 'saved',
        () => 'refused',
      ),
    ),
  );
  expect(results.toSorted()).toEqual(['refused', 'saved']);
  const details = v.parse(StaffLeadDetails, await tasks.call('get_lead', { p_lead_id: lead.id }));
  expect(details.task).toMatchObject({ owner_id: tasks.adminId, link: { kind: 'lead', id: lead.id } });
  // Closing the lead ends its task, and opening it again brings the task back.
  const set = (to: string, seen: string) =>
    tasks.call('set_lead_status', { p_lead_id: lead.id, p_status: to, p_expected: seen });
  await set('closed', 'waitlist_conversion_pending');
  expect((await tasks.listTasks({ kind: 'lead' })).rows).toHaveLength(0);
  await set('contacted', 'closed');
  expect((await tasks.listTasks({ kind: 'lead' })).rows).toHaveLength(1);
});

test('a decision can be put off with a reason, and never past its last day', async () => {
  const id = await openDecision();
  const { rows: decisions } = await tasks.listTasks({ kind: 'decision' });
  const [own] = await db.sql<[{ id: string }]>`select id from public.tasks where decision_id = ${id}`;
  const task = decisions.find(({ task_id }) => task_id === own.id);
  if (!task) throw new Error('There is no task.');
  expect(task).toMatchObject({ owner_id: null, due_on: null, decision_kind: 'mismatch' });
  expect(task.latest_on).not.toBeNull();
  const tomorrow = await tasks.readDayIn(1);
  expect(await refusal(tasks.change(task, { due_on: tomorrow }))).toMatchObject({
    code: 'invalid_input',
    field: 'p_task.note',
  });
  expect(
    await refusal(tasks.change(task, { due_on: await tasks.readDayIn(8), note: 'Bank holiday' })),
  ).toMatchObject({
    code: 'past_deadline',
    field: 'p_task.due_on',
  });
  const shownDecisions = async () =>
    v
      .parse(ManagementToday, await tasks.call('get_management_today', {}))
      .decisions.first.map((one) => one.id);
  expect(await shownDecisions()).toContain(id);
  const waits = await tasks.change(task, { due_on: tomorrow, note: 'Bank holiday', owner_id: tasks.adminId });
  // Until the due date Today does not show the task. The list of decisions does, with the reason.
  expect(await shownDecisions()).not.toContain(id);
  const { rows } = v.parse(StaffDecisions, await tasks.call('list_decisions', {}));
  expect(rows.find((row) => row.id === id)?.task).toEqual(waits);
  // The task ends when the decision is made. Ticking it off does not end it.
  expect(await refusal(tasks.setDone(task.task_id, true))).toMatchObject({ code: 'invalid_input' });
  await db.sql`delete from public.payment_decisions where id = ${id}`;
  expect((await tasks.listTasks({ kind: 'decision' })).rows.map((row) => row.task_id)).not.toContain(
    task.task_id,
  );
});

test('a dispute cannot be put off beyond the day by which the provider wants our evidence', async () => {
  const [dispute] = await db.sql<[{ payment_id: string }]>`
    update public.payment_disputes set answer_by = private.calendar_now() + interval '2 days', closed_at = null, outcome = null
    where id = (select id from public.payment_disputes limit 1) returning payment_id`;
  await db.sql`
    insert into public.payment_decisions (kind, payment_id, order_id, created_at)
    select 'disputed', p.id, p.order_id, private.calendar_now() from public.payments p where p.id = ${dispute.payment_id}
    on conflict do nothing`;
  const task = (await tasks.listTasks({ kind: 'decision' })).rows.find(
    (row) => row.decision_kind === 'disputed',
  );
  if (!task) throw new Error('There is no task.');
  expect((task.latest_on ?? '9') <= (await tasks.readDayIn(2))).toBe(true);
  expect(
    await refusal(tasks.change(task, { due_on: await tasks.readDayIn(3), note: 'Asking the coach' })),
  ).toMatchObject({
    code: 'past_deadline',
  });
});

test('an address that returns mails is a task until somebody corrects or confirms it', async () => {
  const [family] = await db.sql<[{ id: string; email: string }]>`
    insert into public.families (contact_name, contact_email) values ('Bo Lim', 'bo@example.test') returning id, contact_email as email`;
  await db.sql`insert into public.bounced_addresses (email, bounced_at) values ('bo@example.test', clock_timestamp())`;
  const find = async () => (await tasks.listTasks({ kind: 'bounce' })).rows;
  expect(await find()).toMatchObject([{ email: 'bo@example.test', link: { kind: 'family', id: family.id } }]);
  // The family has another address now, so the task ends.
  await db.sql`update public.families set contact_email = 'bo2@example.test' where id = ${family.id}`;
  expect(await find()).toEqual([]);
  await db.sql`update public.families set contact_email = 'bo@example.test' where id = ${family.id}`;
  const [task] = await find();
  if (!task) throw new Error('There is no task.');
  // An admin called and ticks the task. Without the tick it waits again.
  await tasks.setDone(task.task_id, true);
  expect(await find()).toEqual([]);
  await tasks.setDone(task.task_id, false);
  expect(await find()).toHaveLength(1);
  await tasks.call('set_bounce_handled', {
    p_email: 'bo@example.test',
    p_bounced_at: new Date().toISOString(),
  });
  expect(await find()).toEqual([]);
});

test('a user who loses the role returns their open tasks, and the answer says how many', async () => {
  const [coach] = await db.sql<[{ id: string }]>`
    insert into auth.users (id, email, email_confirmed_at) values (gen_random_uuid(), 'leaver@example.test', now()) returning id`;
  await db.sql`insert into public.user_roles (user_id, role) values (${coach.id}, 'coach'), (${coach.id}, 'admin')`;
  const { token } = await reserveSpot(db, { email: 'left@example.test' });
  const [lead] = await db.sql<[{ id: string }]>`select id from public.leads where token = ${token}`;
  const done = await tasks.saveTask({ owner_id: coach.id, title: 'Done' });
  await tasks.setDone(done.task_id, true);
  await tasks.saveTask({ owner_id: coach.id, title: 'Open' });
  await tasks.saveTask({ owner_id: coach.id, link: { kind: 'lead', id: lead.id } });
  const revoke = (role: string) =>
    tasks.call(
      'revoke_role',
      { p_user_id: coach.id, p_role: role, p_handover: { coach_id: null } },
      'business admin',
    );
  // When the admin role is revoked, only the task about the lead is handed back.
  expect(await revoke('admin')).toMatchObject({ tasks_returned: 1 });
  expect(await tasks.listTitles({ whose: 'unowned' })).toEqual([]);
  expect(await revoke('coach')).toMatchObject({ tasks_returned: 1 });
  expect(await tasks.listTitles({ whose: 'unowned' })).toEqual(['Open']);
});

test('open tasks of a locked account have no owner', async () => {
  const [coach] = await db.sql<[{ id: string }]>`
    insert into auth.users (id, email, email_confirmed_at) values (gen_random_uuid(), 'locked@example.test', now()) returning id`;
  await db.sql`insert into public.user_roles (user_id, role) values (${coach.id}, 'coach')`;
  await tasks.saveTask({ owner_id: coach.id, title: 'Locked' });
  await db.sql`update auth.users set banned_until = now() + interval '1 year' where id = ${coach.id}`;
  expect(await tasks.listTitles({ whose: 'unowned' })).toEqual(['Locked']);
});

test('tasks belong to a family’s data, and are erased with it', async () => {
  const [other] = await db.sql<[{ id: string }]>`
    insert into public.families (contact_name, contact_email) values ('Cy Goh', 'cy@example.test') returning id`;
  await tasks.saveTask({ title: 'About Cy', link: { kind: 'family', id: other.id } });
  await tasks.saveTask({ title: 'About the child', link: { kind: 'child', id: tasks.cast.childId } });
  const [row] = await db.sql<
    [{ data: object }]
  >`select private.export_family_tasks(${other.id}, '{}', '{}') as data`;
  expect(JSON.stringify(row.data)).toContain('About Cy');
  expect(JSON.stringify(row.data)).not.toContain('About the child');
  await db.sql`select private.erase_family_tasks(${other.id})`;
  expect(await tasks.listTitles()).toEqual(['About the child']);
});

test('a family’s data has the tasks about its verified addresses and its leads, and nobody else’s', async () => {
  const { token } = await reserveSpot(db, { email: 'lead@example.test' });
  const [lead] = await db.sql<[{ id: string }]>`select id from public.leads where token = ${token}`;
  await tasks.saveTask({ note: 'Wants Saturdays', link: { kind: 'lead', id: lead.id }, title: null });
  await db.sql`insert into public.bounced_addresses (email, bounced_at) values ('back@example.test', now())`;
  await db.sql`
    insert into public.tasks (id, kind, email, note) values (gen_random_uuid(), 'bounce', 'back@example.test', 'Rang twice')`;
  const texts = async (emails: string[]) => {
    const [row] = await db.sql<[{ data: object }]>`
      select private.export_family_tasks(${tasks.cast.familyId}, ${emails}, '{}') as data`;
    return JSON.stringify(row.data);
  };
  expect(await texts(['lead@example.test'])).toContain('Wants Saturdays');
  expect(await texts(['lead@example.test'])).not.toContain('Rang twice');
  expect(await texts(['back@example.test'])).toContain('Rang twice');
  expect(await texts([])).not.toMatch(/Saturdays|Rang/);
});

async function purge() {
  const [row] = await db.sql<[{ n: number }]>`select private.purge_tasks() as n`;
  return row.n;
}

test('tasks are deleted a year after they were done', async () => {
  const old = await tasks.saveTask({ title: 'Old' });
  await tasks.saveTask({ title: 'New' });
  await tasks.setDone(old.task_id, true);
  await db.sql`update public.tasks set done_at = now() - interval '13 months' where id = ${old.task_id}`;
  expect(await purge()).toBe(1);
});

test('an open task is never deleted before its due date, but a year after it', async () => {
  const { task_id: id } = await tasks.saveTask({ title: 'In time', due_on: await tasks.readDayIn(5) });
  const undated = await tasks.saveTask({ title: 'No day' });
  await db.sql`update public.tasks set created_at = now() - interval '13 months' where id in (${id}, ${undated.task_id})`;
  expect(await purge()).toBe(1);
  expect(await tasks.listTitles()).toContain('In time');
  await db.sql`update public.tasks set due_on = private.calendar_today() - 400 where id = ${id}`;
  expect(await purge()).toBe(1);
});
